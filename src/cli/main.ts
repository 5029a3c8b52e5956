// The command line. Every command's help is its documentation. Commands print tables on a terminal and JSON into a pipe.
import { enableCompileCache } from 'node:module';
import path from 'node:path';

// Only this user may read the files that a command writes: data, configuration, exports.
process.umask(0o077);
enableCompileCache(path.join(import.meta.dirname, '../../node_modules/.compiled'));
// When a reader such as `head` closes the pipe, end the command without an error.
process.stdout.on('error', error => {
  if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  process.exit(0);
});
const { run } = await import('./program.ts');
await run(process.argv);
// The library of the queue may connect to its server after it was closed, and that connection would keep the process alive.
const { endSoon } = await import('./service/until-stopped.ts');
endSoon();
