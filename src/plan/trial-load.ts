/** How many items a trial has: a number for each thread, or as many as fit into a time. */
export type TrialLoad =
  | { readonly kind: 'items'; readonly perThread: number }
  | { readonly kind: 'duration'; readonly ms: number };
