import { defineConfig } from 'vitest/config';

/**
 * `unit` runs TypeScript sources and starts no thread; `built` runs what needs `dist/` (real
 * threads, or the program as a process), one file at a time so that measurements do not collide.
 */
export default defineConfig({
  test: {
    reporters: ['default', './test/count-reporter.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/**/*.threads.test.ts', 'test/**/*.e2e.test.ts'],
          setupFiles: ['test/fixed-seed.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'built',
          include: ['test/**/*.threads.test.ts', 'test/**/*.e2e.test.ts'],
          pool: 'forks',
          fileParallelism: false,
          setupFiles: ['test/fixed-seed.ts'],
          testTimeout: 180_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
