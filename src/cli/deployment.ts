// Connects to a deployment: to the process that has it open, if there is one; otherwise this process opens it.
import fs from 'node:fs';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { type Config, loadConfig } from '../config/config-file.ts';
import type { Operator } from '../deployment/operator/commands.ts';
import { connectOperator } from '../deployment/operator/control-socket.ts';
import type { Service } from '../deployment/service.ts';
import { stateFolder } from '../deployment/settings/state-folder.ts';
import { OperatorError } from '../errors.ts';
import { FolderInUse } from '../storage/folder-lock.ts';
import { printText } from './output.ts';

/** The options that every command accepts. */
export interface CommonOptions {
  readonly config: string;
  readonly dataDir?: string;
  /** May be omitted when there is only one. */
  readonly tenant?: string;
}

export function configOf(options: CommonOptions): Config {
  return loadConfig(options.config, { dataDir: options.dataDir });
}

/** A service that starts opens its data first and answers commands some seconds later. After a crash it repairs its state meanwhile. */
const startsWithinMs = 60_000;

/**
 * Do something with a deployment that no other process may have open. While another process has it open and answers no commands, it
 * starts or ends, so this waits.
 * @param attempt asks for the running service, and opens the deployment when there is none
 * @throws OperatorError when the other process does not answer in time
 */
export async function onceFree<Result>(attempt: () => Promise<Result>, withinMs = startsWithinMs): Promise<Result> {
  const until = Date.now() + withinMs;
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error;
      if (Date.now() > until) {
        throw new OperatorError(
          `${error.folder} is open in another process, which has answered no command for ${withinMs / 1000} seconds. Try again once it is up, or stop it`,
          { cause: error },
        );
      }
      if (isFirst) printText('Waiting for the process that has the data directory open …', process.stderr);
      await setTimeout(200);
    }
  }
}

/**
 * Run `work` with an operator of the deployment. When no running service answers, this opens the deployment and closes it.
 * @throws OperatorError when the deployment has never been started where the configuration says
 */
export async function withOperator<Result>(
  options: CommonOptions,
  work: (operator: Operator) => Promise<Result>,
): Promise<Result> {
  const config = configOf(options);
  const { running, service } = await onceFree(() => reach(config));
  if (running) return work(running);
  try {
    // Without a shared queue, this process must run the jobs that it adds. Otherwise the workers run them.
    if (config.queue_url === undefined) await service.work(['extract', 'build']);
    const { createOperator } = await import('../deployment/operator/operator.ts');
    return await work(createOperator(service));
  } finally {
    await service.close();
  }
}

type Reached =
  | { readonly running: Operator; readonly service?: never }
  | { readonly running?: never; readonly service: Service };

async function reach(config: Config): Promise<Reached> {
  const running = await connectOperator(config.data_dir);
  if (running) return { running };
  requireState(config);
  // Imported only when needed, because loading the service takes longer than most commands.
  const [{ openService }, { createLog }] = await Promise.all([
    import('../deployment/service.ts'),
    import('../observability/log.ts'),
  ]);
  return { service: await openService(config, { log: createLog({ ...config, log_level: 'silent' }) }) };
}

/** Opening a deployment makes its state. With a wrong path, that would be an empty one beside the real one. */
function requireState(config: Config): void {
  if (config.database_url !== undefined || fs.existsSync(stateFolder(config))) return;
  throw new OperatorError(
    `${config.data_dir} holds no state of Rolecall. \`rolecall up\` makes it; when it is in another folder, name that as data_dir in ${config.file} or with --data-dir`,
  );
}
