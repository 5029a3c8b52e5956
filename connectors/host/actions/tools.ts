// The machine's own tools for accounts (shadow-utils). Nothing else writes to its files.
import { type ExecFileException, execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ChangeRefused } from '../../../src/connector/actions.ts';
import { SourceUnavailable } from '../../../src/connector/transient.ts';
import type { HostClient } from '../client.ts';

type Tool = 'usermod' | 'gpasswd' | 'groupadd' | 'groupdel';

/** Longer than the 15 s for which the tools wait for a lock. */
const deadlineMs = 60_000;
const longestReason = 500;
const environment = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };

/**
 * Run a tool on the machine, without a shell.
 * @param options with their values; each is one word
 * @param name the account or group that the tool changes
 * @throws ChangeRefused with what the tool says; SourceUnavailable when another program changes the files at this moment
 */
export async function runTool(client: HostClient, tool: Tool, options: readonly string[], name: string): Promise<void> {
  const { root } = client;
  const words = [...(root === '' ? [] : ['--root', root]), ...options, '--', name];
  try {
    await promisify(execFile)(tool, words, { env: environment, cwd: '/', timeout: deadlineMs });
  } catch (error) {
    throw explainFailedTool(tool, error as ExecFileException);
  } finally {
    client.forget();
  }
}

function explainFailedTool(tool: Tool, error: ExecFileException): Error {
  if (error.code === 'ENOENT') return new ChangeRefused(`${tool} is not installed on this machine`, { cause: error });
  const said = (error.stderr ?? '').trim().split('\n').join('; ').slice(0, longestReason);
  if (error.killed) return new SourceUnavailable(`${tool} took longer than ${deadlineMs / 1000} s`, { cause: error });
  const isLocked = /: cannot lock /.test(said) && !/: (?:Permission denied|Read-only file system)/.test(said);
  if (isLocked) return new SourceUnavailable(said, { cause: error });
  return new ChangeRefused(said || `${tool} ended with ${error.code ?? error.signal}`, { cause: error });
}
