import { defineConfig } from 'vitest/config';
import { lowerPriority } from './src/niceness.ts';
import { isLong } from './test/support/long-tests.ts';

// The processes of queries have a lower priority than the service. Beside other test files, which take all processors, tests would wait many
// times as long for them as users do. So everything that runs tests has their priority.
lowerPriority(10);

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // What depends on durations or chance, and what takes minutes.
    exclude: isLong ? [] : ['test/**/*.long.test.ts'],
    globalSetup: [
      'test/support/run/seed.ts',
      'test/support/run/run-folder.ts',
      'test/support/run/compiled.ts',
      'test/support/run/state-template.ts',
    ],
    setupFiles: ['test/support/run/fast-check.ts', 'test/support/run/failure-report.ts'],
    // Only what hangs takes as long, however busy the machine; `until` says before that what it waits for.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 200_000 } },
    // The files that a worker runs share its modules: loading and compiling the program and its database again for each file would
    // take a fifth of the processor time of all tests. No test changes a module or leaves anything running.
    isolate: false,
    restoreMocks: true,
    // V8 collects garbage whenever 64 MB of memory outside its heap were allocated, which one sync does. With this, only when all
    // memory has grown by as much as is worth it.
    // V8 would also optimize code of the embedded database for longer than most tests run.
    execArgv: ['--external-memory-accounted-in-global-limit', '--liftoff-only'],
    // BullMQ removes all listeners of its LISTEN connection before it closes it (close in postgres-connection.js). A server that a test
    // stops in that moment makes an error that nobody catches. No test waits for it.
    onUnhandledError: error => (error as { code?: unknown }).code !== '57P01',
    // One more than CI has processors: some tests mostly wait.
    maxWorkers: 3,
  },
});
