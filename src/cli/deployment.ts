// Connects to a deployment: to the process that has it open, if there is one; otherwise this process opens it.
import { type Config, loadConfig } from '../config/config-file.ts';
import { connectOperator } from '../deployment/control-socket.ts';
import type { Operator } from '../deployment/operator.ts';

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

/** Run `work` with an operator of the deployment. When no running service answers, this opens the deployment and closes it. */
export async function withOperator<Result>(
  options: CommonOptions,
  work: (operator: Operator) => Promise<Result>,
): Promise<Result> {
  const config = configOf(options);
  const running = await connectOperator(config.data_dir);
  if (running) return work(running);
  // Imported only when needed, because loading the service takes longer than most commands.
  const [{ createOperator }, { openService }, { createLog }] = await Promise.all([
    import('../deployment/operator.ts'),
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
