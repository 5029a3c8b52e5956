// Builds the console when it is missing or old, in another process: the bundler is needed for nothing else.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { consoleIsOld } from './console-sources.ts';

const script = path.join(import.meta.dirname, '../../../scripts/build-console.ts');

/** @returns what to tell the operator when it cannot be built; the service works without it */
export async function buildConsoleIfOld(): Promise<string | undefined> {
  try {
    return await buildIfOld();
  } catch (error) {
    return `The console could not be built: ${(error as Error).message}`;
  }
}

async function buildIfOld(): Promise<string | undefined> {
  if (!consoleIsOld()) return undefined;
  const flags = ['--disable-warning=ExperimentalWarning', script, '--if-old'];
  const build = spawn(process.execPath, flags, { stdio: ['ignore', 'ignore', 'pipe'] });
  const [said, [status]] = await Promise.all([text(build.stderr), once(build, 'exit')]);
  if (status === 0) return undefined;
  return `The console could not be built, so / shows no pages (npm run console): ${said.trim().slice(0, 2000)}`;
}
