// A deployment under attack: it serves in a process of its own, whose memory is watched from outside.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import readline from 'node:readline';
import { account } from '../../src/resources/account.ts';
import { pagesOf, sampleRecord } from './scripted-source.ts';
import { startService, temporaryFolder } from './service/service.ts';

export interface Attacked {
  readonly port: number;
  readonly token: string;
  /** Connections that it has. */
  connections(): number;
  /** The most memory that it had resident since it was last asked, in MiB. */
  peakMebibytes(): number;
  /** The longest turn of its event loop since it was last asked, in milliseconds of processor time; 0 when none was long. */
  longestTurnMs(): number;
  /** A connection that never reads what comes. */
  connectDeaf(): Promise<net.Socket>;
  close(): Promise<void>;
}

const accounts = 400;

/** Two hundred accounts make a page of some 600 kB. */
export async function startAttacked(settings: Record<string, unknown>): Promise<Attacked> {
  const folder = temporaryFolder();
  const wide = Array.from({ length: accounts }, (_, index) => ({
    ...sampleRecord(account, index),
    name: 'wide '.repeat(400),
  }));
  const limits = { rate_limit: { per_minute: 10_000_000, burst: 1_000_000 }, build: { memory_mb: 512 } };
  const made = await startService({ folder, sources: { app: { Account: pagesOf(wide) } }, settings: limits });
  await made.sync();
  await made.close();
  const file = path.join(folder, 'rolecall.yaml');
  const sources = [{ id: 'app', connector: 'scripted', settings: { script: 'app' } }];
  fs.writeFileSync(file, JSON.stringify({ data_dir: 'data', log_level: 'silent', sources, ...limits, ...settings }));

  const program = path.join(import.meta.dirname, 'attacked-service.ts');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let connections = 0;
  let longestTurnMs = 0;
  const started = Promise.withResolvers<{ port: number; token: string }>();
  readline.createInterface({ input: child.stdout }).on('line', line => {
    const message = JSON.parse(line);
    if ('port' in message) started.resolve(message);
    else if ('turnMs' in message) longestTurnMs = Math.max(longestTurnMs, message.turnMs);
    else connections = message.connections;
  });
  ended.then(([code]) => started.reject(new Error(`the service ended with ${code}`)));
  const { port, token } = await started.promise;
  const sockets = new Set<net.Socket>();
  resetPeak(child.pid!);
  return {
    port,
    token,
    connections: () => connections,
    peakMebibytes() {
      const status = fs.readFileSync(`/proc/${child.pid}/status`, 'latin1');
      resetPeak(child.pid!);
      return Math.round(Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)![1]) / 1024);
    },
    longestTurnMs() {
      const longest = longestTurnMs;
      longestTurnMs = 0;
      return longest;
    },
    async connectDeaf() {
      const socket = net.connect(port, '127.0.0.1');
      sockets.add(socket);
      socket.pause();
      socket.on('error', () => {});
      await once(socket, 'connect');
      return socket;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      child.kill('SIGKILL');
      await ended;
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** proc(5), clear_refs: the peak begins anew with what is resident now. */
function resetPeak(pid: number): void {
  fs.writeFileSync(`/proc/${pid}/clear_refs`, '5');
}
