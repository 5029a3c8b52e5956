// The command line. Every command's help is its documentation; what it prints is a table on a terminal and JSON in a pipe.
import { enableCompileCache } from 'node:module';
import path from 'node:path';

// What is written is for this user: data, configuration, exports.
process.umask(0o077);
enableCompileCache(path.join(import.meta.dirname, '../node_modules/.cache/compile'));
// A reader that has seen enough, such as `head`, ends the command without a fuss.
process.stdout.on('error', error => {
  if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  process.exit(0);
});
const { run } = await import('./program.ts');
await run(process.argv);
