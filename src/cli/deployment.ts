// Getting hold of a deployment: the process that has it open if there is one, else this process opens it.
import { type Config, loadConfig } from '../config/config-file.ts';
import { connectOperator } from '../deployment/control-socket.ts';
import type { Operator } from '../deployment/operator.ts';

/** What every command may be told. */
export interface CommonOptions {
  readonly config: string;
  readonly dataDir?: string;
  /** May be left out when there is only one. */
  readonly tenant?: string;
}

export function configOf(options: CommonOptions): Config {
  return loadConfig(options.config, { dataDir: options.dataDir });
}

/** Run `work` with an operator of the deployment; opens and closes it here when no running service answers. */
export async function withOperator<Result>(
  options: CommonOptions,
  work: (operator: Operator) => Promise<Result>,
): Promise<Result> {
  const config = configOf(options);
  const running = await connectOperator(config.data_dir);
  if (running) return work(running);
  // Everything that a service is made of takes longer to load than most commands to run.
  const [{ createOperator }, { createLog, openService }] = await Promise.all([
    import('../deployment/operator.ts'),
    import('../deployment/service.ts'),
  ]);
  const service = await openService(config, { log: createLog({ ...config, log_level: 'silent' }) });
  try {
    // Alone, this process does what it asks for; else the workers do.
    if (config.queue_url === undefined) await service.work(['extract', 'build']);
    return await work(createOperator(service));
  } finally {
    await service.close();
  }
}
