import type { Reporter, TestModule } from 'vitest/node';

/** Closes a test run with one plain line, `N passed, N failed`, and above it what was skipped. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const skipped: string[] = [];
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      const before = counts.failed;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        counts[state]++;
        if (state === 'skipped' || state === 'pending') skipped.push(test.fullName);
      }
      if (module.state() === 'failed' && counts.failed === before) counts.failed++;
    }
    process.on('exit', () => {
      for (const name of skipped) process.stdout.write(`skipped: ${name}\n`);
      process.stdout.write(`${counts.passed} passed, ${counts.failed} failed\n`);
    });
  }
}
