import { describe, expect, it } from 'vitest';
import { CONTROL } from '../../native-free-bench/layout.js';
import { layOutPing, PING_CONTROL, PLAYER } from '../../native-free-bench/ping-layout.js';

/** 128-byte line that a word lies on. */
const lineOf = (word: number) => Math.floor(word / 32);

describe('the layout of a ping-pong', () => {
  const [threads, pairs, samples] = [5, 10, 7];
  const layout = layOutPing(threads, pairs, samples);

  it('gives the words that are polled lines of their own', () => {
    const words = [
      CONTROL.arrived,
      CONTROL.abort,
      PING_CONTROL.current,
      ...Array.from({ length: threads }, (_, thread) => layout.playerPage(thread)).flatMap(
        (page) => [page + PLAYER.mail, page + PLAYER.ball, page + PLAYER.played],
      ),
    ];
    expect(new Set(words.map(lineOf)).size).toBe(words.length);
  });

  it('overlaps nowhere and ends with the buffer', () => {
    const ranges = [
      [0, PING_CONTROL.current * 4 + 4],
      [layout.pairAt(0) * 4, layout.pairAt(pairs) * 4],
      [layout.takenAt(0) * 4, layout.takenAt(pairs) * 4],
      [layout.playerPage(0) * 4, layout.playerPage(threads) * 4],
      [layout.samplesNsAt(0), layout.samplesNsAt(pairs)],
    ] as const;
    ranges.slice(1).forEach(([start], index) => {
      expect(start).toBeGreaterThanOrEqual(ranges[index]![1]);
    });
    expect(layout.samplesNsAt(pairs)).toBe(layout.bytes);
  });

  it('starts each thread on a page, and samples where a Float64Array can', () => {
    for (let thread = 0; thread < threads; thread++) {
      expect(layout.playerPage(thread) % 1024).toBe(0);
    }
    expect(layout.samplesNsAt(3) % 8).toBe(0);
  });
});
