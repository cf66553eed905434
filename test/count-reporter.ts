import type { Reporter, TestModule } from 'vitest/node';

/** Closes a test run with one plain line, `N passed, N failed[, N skipped]`. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      const before = counts.failed;
      for (const test of module.children.allTests()) counts[test.result().state]++;
      if (module.state() === 'failed' && counts.failed === before) counts.failed++;
    }
    const skipped = counts.skipped + counts.pending;
    process.on('exit', () => {
      const tail = skipped > 0 ? `, ${skipped} skipped` : '';
      process.stdout.write(`${counts.passed} passed, ${counts.failed} failed${tail}\n`);
    });
  }
}
