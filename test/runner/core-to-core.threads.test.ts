import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { measureCoreToCore } from '../../dist/src/runner/core-to-core.js';
import { ownCpus } from '../../dist/src/runner/own-cpus.js';

const cpus = ownCpus('/').slice(0, 4);
const signal = new AbortController().signal;

describe('measureCoreToCore', () => {
  it.skipIf(availableParallelism() < 2)('measures every two CPUs once, in order', async () => {
    const { pairs, roundTripsPerSample } = await measureCoreToCore({ cpus, budgetMs: 200, signal });
    expect(roundTripsPerSample).toBe(100);
    expect(pairs.map((pair) => pair.cpus)).toEqual(
      cpus.flatMap((a, index) => cpus.slice(index + 1).map((b) => [a, b])),
    );
    for (const { p10Ns, medianNs, p90Ns, samples } of pairs) {
      expect(p10Ns).toBeGreaterThan(0);
      expect(p10Ns).toBeLessThanOrEqual(medianNs);
      expect(medianNs).toBeLessThanOrEqual(p90Ns);
      expect(Number.isFinite(p90Ns)).toBe(true);
      expect(samples).toBeGreaterThanOrEqual(15);
    }
  });

  it('refuses where a thread cannot be bound', async () => {
    const measuring = measureCoreToCore({ cpus: [cpus[0]!, 99_999], budgetMs: 200, signal });
    await expect(measuring).rejects.toMatchObject({
      code: 'pinning-impossible',
      exitCode: 2,
      message: expect.stringMatching(/^CPU (99999|\d+): its thread cannot be bound to it/),
    });
  });

  it.skipIf(availableParallelism() < 2)('breaks off when told to', async () => {
    const interrupt = new AbortController();
    const measuring = measureCoreToCore({ cpus, budgetMs: 60_000, signal: interrupt.signal });
    interrupt.abort();
    await expect(measuring).rejects.toThrow();
  });
});
