// rolecall reload, SIGHUP: a running service takes up a changed configuration file.
import process from 'node:process';
import { isatty } from 'node:tty';
import type { Operator } from '../deployment/operator/commands.ts';
import { connectOperator } from '../deployment/operator/control-socket.ts';
import type { Reloaded } from '../deployment/reload.ts';
import type { Service } from '../deployment/service.ts';
import { OperatorError } from '../errors.ts';
import { requireFree } from '../storage/workspace.ts';
import { type CommonOptions, configOf, onceFree } from './deployment.ts';
import { isTerminal, printJson, printLine } from './output.ts';

/** @throws OperatorError when the file is wrong, or no service is reached from here */
export async function reload(options: CommonOptions): Promise<void> {
  const running = await runningService(options);
  if (!running)
    throw new OperatorError(
      'no service is running with this data directory; it reads the configuration when it starts',
    );
  const reloaded = await running.reload();
  if (isTerminal()) for (const line of reloadLines(reloaded)) printLine(line);
  else printJson(reloaded);
}

/**
 * Take up the file before a command, and say what changed on standard error. Without a running service there is nothing to do.
 * @throws OperatorError in a deployment of several processes, which no command reaches
 */
export async function reloadFirst(options: CommonOptions): Promise<void> {
  const running = await runningService(options);
  if (!running) return;
  for (const line of reloadLines(await running.reload())) printLine(line, process.stderr);
}

/** @throws OperatorError in a deployment of several processes, which no command reaches */
async function runningService(options: CommonOptions): Promise<Operator | undefined> {
  const config = configOf(options);
  // A service that starts may have read the file before it was changed.
  const running = await onceFree(async () => {
    const answering = await connectOperator(config.data_dir);
    if (!answering && config.queue_url === undefined) await requireFree(config.data_dir);
    return answering;
  });
  if (running || config.queue_url === undefined) return running;
  throw new OperatorError(
    'this is a deployment of several processes: send SIGHUP to each `rolecall serve` and `rolecall work` (kill -HUP PID)',
  );
}

/** What a reload did, one line each. */
export function reloadLines({ sources, taken, waiting }: Reloaded): string[] {
  const lines = sources.map(({ id, change, what }) => {
    if (change === 'added') return `${id}: new; its first run begins`;
    if (change === 'removed') return `${id}: no longer read; its data leave with the next version`;
    return `${id}: changed: ${what.join(', ')}`;
  });
  if (taken.length > 0) lines.push(`in force: ${taken.join(', ')}`);
  if (waiting.length > 0) lines.push(`takes effect at the next start: ${waiting.join(', ')}`);
  return lines.length > 0 ? lines : ['nothing has changed'];
}

/**
 * Reload at SIGHUP, as daemons do. A faulty file is logged, and the service goes on as it is.
 * @param afterwards runs after each reload
 */
export function reloadOnHangup(service: Service, afterwards: () => Promise<void> = async () => {}): () => void {
  const hadTerminal = isatty(0);
  const onHangup = () => {
    // The terminal was closed, and nobody asked for a reload.
    if (hadTerminal && !isatty(0)) {
      process.kill(process.pid, 'SIGTERM');
      return;
    }
    service
      .reload()
      .then(afterwards)
      .catch(error =>
        service.log.error({ err: error }, 'the configuration file is not taken up; the former one stays in force'),
      );
  };
  process.on('SIGHUP', onHangup);
  return () => process.off('SIGHUP', onHangup);
}
