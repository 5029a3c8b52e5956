// Connects to a deployment: to the process that has it open, if there is one; otherwise this process opens it.
import fs from 'node:fs';
import { type Config, loadConfig } from '../config/config-file.ts';
import type { Operator } from '../deployment/operator/commands.ts';
import { connectOperator } from '../deployment/operator/control-socket.ts';
import { stateFolder } from '../deployment/settings/state-folder.ts';
import { OperatorError } from '../errors.ts';

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

/**
 * Run `work` with an operator of the deployment. When no running service answers, this opens the deployment and closes it.
 * @throws OperatorError when the deployment has never been started where the configuration says
 */
export async function withOperator<Result>(
  options: CommonOptions,
  work: (operator: Operator) => Promise<Result>,
): Promise<Result> {
  const config = configOf(options);
  const running = await connectOperator(config.data_dir);
  if (running) return work(running);
  requireState(config);
  // Imported only when needed, because loading the service takes longer than most commands.
  const [{ createOperator }, { openService }, { createLog }] = await Promise.all([
    import('../deployment/operator/operator.ts'),
    import('../deployment/service.ts'),
    import('../observability/log.ts'),
  ]);
  const service = await openService(config, { log: createLog({ ...config, log_level: 'silent' }) });
  try {
    // Without a shared queue, this process must run the jobs that it adds. Otherwise the workers run them.
    if (config.queue_url === undefined) await service.work(['extract', 'build']);
    return await work(createOperator(service));
  } finally {
    await service.close();
  }
}

/** Opening a deployment makes its state. With a wrong path, that would be an empty one beside the real one. */
function requireState(config: Config): void {
  if (config.database_url !== undefined || fs.existsSync(stateFolder(config))) return;
  throw new OperatorError(
    `${config.data_dir} holds no state of Rolecall. \`rolecall up\` makes it; when it is in another folder, name that as data_dir in ${config.file} or with --data-dir`,
  );
}
