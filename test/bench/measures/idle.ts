// The memory of the service as somebody has it who tries it: `rolecall up` with the example organisation, when nothing is asked of it.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../support/servers/free-port.ts';
import type { Bench } from '../bench.ts';
import { familyOf, proportionalBytes, residentBytes, startCommand } from '../child.ts';
import { untilReady } from '../service/rolecall-server.ts';
import { megabytes } from '../table.ts';

const cli = path.join(import.meta.dirname, '../../../src/cli/main.ts');
/** Longer than the service keeps what it has started or read for a request that may come. */
const idleMs = 75_000;
const bytesAtMost = 400e6;

export async function measureIdle(bench: Bench): Promise<void> {
  const folder = path.join(bench.folder, 'idle');
  fs.mkdirSync(folder);
  const config = ['--config', path.join(folder, 'rolecall.yaml')];
  bench.say('`up` with the example organisation');
  const port = await freePort();
  const child = startCommand(['up', ...config, '--port', String(port)]);
  try {
    await untilReady(child, `http://127.0.0.1:${port}`);
    // Ends when a version with what all sources have now is published.
    execFileSync(process.execPath, [cli, 'sync', ...config], { stdio: 'ignore' });
    await pause(bench.effort(idleMs, 0));
    const family = familyOf(child.process.pid!);
    const sum = (bytesOf: (pid: number) => number) => family.reduce((bytes, pid) => bytes + bytesOf(pid), 0);
    const bytes = sum(residentBytes);
    bench.report({
      what: `resident memory of \`up\`, idle, with the example organisation, ${family.length} processes`,
      ours: `${megabytes(bytes)}, ${megabytes(sum(proportionalBytes))} with shared pages once`,
      peer: '',
      ratio: '',
      target: `< ${megabytes(bytesAtMost)}`,
      met: bytes < bytesAtMost,
    });
  } finally {
    await child.stop();
  }
}
