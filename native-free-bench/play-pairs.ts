import { nowNs } from './clock.js';
import { CONTROL, WORD_BYTES } from './layout.js';
import { BALL, layOutPing, MAIL, PING_CONTROL, type PingLayout, PLAYER } from './ping-layout.js';
import { follow, lead, letGo, stopFollower } from './ping-pong.js';
import type { PingReport, PingSpec, PingTask } from './protocol.js';
import { Spin, StalledError } from './spin.js';

/** What a thread needs for all its pairs. */
interface Player {
  readonly slot: number;
  readonly buffer: SharedArrayBuffer;
  readonly words: Int32Array;
  readonly layout: PingLayout;
  readonly spec: PingSpec;
  readonly spin: Spin;
  readonly deadlineNs: number;
}

/**
 * This thread's part of a ping-pong between pairs: it sleeps until its mail names a pair it is in.
 * Pairs play one after the other; the leader of each wakes the two threads of the next and nobody
 * else, so the rest of the machine stays asleep. Throws `StalledError`.
 */
export function playPairs({ buffer, spec, collect }: PingTask, slot: number): PingReport {
  if (collect) globalThis.gc?.();
  const layout = layOutPing(spec.threads, spec.pairs, spec.mostSamples);
  const words = new Int32Array(buffer, 0, Math.floor(layout.bytes / WORD_BYTES));
  const deadlineNs = nowNs() + spec.deadlineMs * 1e6;
  const spin = new Spin(words, deadlineNs);
  const player: Player = { slot, buffer, words, layout, spec, spin, deadlineNs };
  // First touch: places the page on this thread's NUMA node.
  Atomics.store(words, layout.playerPage(slot) + PLAYER.ball, BALL.leader);
  // Orders all first touches before the first pair, which the last arrival calls.
  if (Atomics.add(words, CONTROL.arrived, 1) + 1 === spec.threads) callPair(player, 0);
  let mail: number = MAIL.none;
  for (;;) {
    mail = nextMail(player, mail);
    if (mail === MAIL.end) return { kind: 'played', slot };
    if (mail === MAIL.givenUp) throw new StalledError('given up by another thread');
    playPair(player, mail - MAIL.pair0);
  }
}

/** Sleeps until the mail is another than the last; nothing else can wake this thread in between. */
function nextMail({ words, layout, slot, deadlineNs }: Player, last: number): number {
  const at = layout.playerPage(slot) + PLAYER.mail;
  for (;;) {
    // Orders this pair after all that its caller did before it, the previous pair included.
    const mail = Atomics.load(words, at);
    if (mail !== last) return mail;
    const leftMs = (deadlineNs - nowNs()) / 1e6;
    if (leftMs <= 0) throw new StalledError('deadline passed while waiting for a turn');
    Atomics.wait(words, at, last, leftMs);
  }
}

function playPair(player: Player, pair: number): void {
  const { words, layout, slot, spec, spin } = player;
  const leader = words[layout.pairAt(pair)]!;
  const ball = layout.playerPage(leader) + PLAYER.ball;
  const played = layout.playerPage(slot) + PLAYER.played;
  if (leader !== slot) {
    while (follow(words, ball, spec.roundTripsPerSample, spin));
    Atomics.store(words, played, 1);
    letGo(words, ball);
    return;
  }
  measure(player, pair, ball);
  Atomics.store(words, played, 1);
  stopFollower(words, ball, spin);
  callPair(player, pair + 1);
}

/** Takes samples until there are most of them, or at least enough and the pair's time is over. */
function measure({ buffer, words, layout, spec, spin }: Player, pair: number, ball: number): void {
  const { roundTripsPerSample, mostSamples, leastSamples, pairMs } = spec;
  const samplesNs = new Float64Array(buffer, layout.samplesNsAt(pair), mostSamples);
  const warmUp = isFirstOfAny(words, layout, pair) ? spec.firstWarmUpSamples : spec.warmUpSamples;
  for (let sample = 0; sample < warmUp; sample++) lead(words, ball, roundTripsPerSample, spin);
  let taken = 0;
  let endNs = nowNs();
  const enoughNs = endNs + pairMs * 1e6;
  while (taken < leastSamples || (taken < mostSamples && endNs < enoughNs)) {
    // The ball is in flight at either end, so a sample begins where the last one ended.
    const startNs = endNs;
    lead(words, ball, roundTripsPerSample, spin);
    endNs = nowNs();
    samplesNs[taken++] = (endNs - startNs) / roundTripsPerSample;
  }
  words[layout.takenAt(pair)] = taken;
}

/** Whether one of the two has not played yet, and so has its loop to compile. */
function isFirstOfAny(words: Int32Array, layout: PingLayout, pair: number): boolean {
  return [0, 1].some((side) => {
    const member = words[layout.pairAt(pair) + side]!;
    return Atomics.load(words, layout.playerPage(member) + PLAYER.played) === 0;
  });
}

/** Wakes the two threads of the pair; all of them, to end, when there is none left. */
function callPair({ words, layout, spec }: Player, pair: number): void {
  if (pair < spec.pairs) {
    Atomics.store(words, PING_CONTROL.current, pair);
    for (const side of [0, 1]) {
      sendMail(words, layout, words[layout.pairAt(pair) + side]!, MAIL.pair0 + pair);
    }
  } else {
    for (let slot = 0; slot < spec.threads; slot++) sendMail(words, layout, slot, MAIL.end);
  }
}

/** Gives a thread its next task; the host too, to give up. */
export function sendMail(words: Int32Array, layout: PingLayout, slot: number, mail: number): void {
  const at = layout.playerPage(slot) + PLAYER.mail;
  Atomics.store(words, at, mail);
  Atomics.notify(words, at, 1);
}

/** Ends the spins of the pair that plays and the sleep of all others. */
export function giveUpPairs(words: Int32Array, layout: PingLayout, threads: number): void {
  // Before the mails, so that a thread which is called to a pair nevertheless leaves it.
  Atomics.store(words, CONTROL.abort, 1);
  for (let slot = 0; slot < threads; slot++) sendMail(words, layout, slot, MAIL.givenUp);
}
