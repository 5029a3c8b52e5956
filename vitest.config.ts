import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/run-folder.ts', 'test/support/compiled.ts', 'test/support/state-template.ts'],
    // Only what hangs takes as long, however busy the machine; `until` says before that what it waits for.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    sequence: { sequencer: LongestFirst },
    // One more than CI has processors: some tests mostly wait.
    maxWorkers: 3,
  },
});
