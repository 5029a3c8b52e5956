// Shows a text that is longer than the terminal page by page, as git and psql do.
import { spawnSync } from 'node:child_process';
import process from 'node:process';

/** less ends at once when the text fits (-F), and leaves it on the screen (-X); -S does not fold lines, -R keeps colours. */
const usualPager = 'less -FRSX';

/**
 * Write to the terminal: through the pager when the text has more lines than the terminal. `ROLECALL_PAGER`, or else `PAGER`, names
 * another program; an empty one or `cat` means none. Without a pager on this machine the text is written as it is.
 */
export function writePaged(
  text: string,
  stream: NodeJS.WriteStream = process.stdout,
  environment: NodeJS.ProcessEnv = process.env,
): void {
  const pager = environment['ROLECALL_PAGER'] ?? environment['PAGER'] ?? usualPager;
  const lines = text.split('\n').length;
  if (!stream.isTTY || !stream.rows || lines <= stream.rows || pager === '' || pager === 'cat') {
    stream.write(text);
    return;
  }
  // The shell splits the setting into words, as for git. Code 127: there is no such program.
  const { status, error } = spawnSync('sh', ['-c', pager], {
    input: text,
    stdio: ['pipe', 'inherit', 'inherit'],
    // Without this, less shows bytes of UTF-8 as codes where the locale is C, as in most containers.
    env: { LESSCHARSET: 'utf-8', ...environment },
  });
  const isMissing = status === 127 || (error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT';
  if (isMissing) stream.write(text);
}
