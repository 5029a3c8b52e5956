// rolecall serve, rolecall work: one of several processes of a deployment, or several that share a port.
import cluster from 'node:cluster';
import process from 'node:process';
import type { Config } from '../../config/config-file.ts';
import { reportConfiguration } from '../../deployment/process-report.ts';
import { openService, type Service } from '../../deployment/service.ts';
import { OperatorError } from '../../errors.ts';
import { type JobName, jobNames } from '../../jobs/queue.ts';
import { nearestHint } from '../../nearest.ts';
import { type CommonOptions, configOf } from '../deployment.ts';
import { reloadOnHangup } from '../reload.ts';
import { confinementWarning } from './confinement-warning.ts';
import { logOf } from './readable-log.ts';
import { serveProcesses, superviseServers } from './serve-processes.ts';
import { endSoon, endWithin, untilStopped } from './until-stopped.ts';

/** Answer requests. Other processes run the jobs. */
export async function serve(options: CommonOptions & { port?: number }): Promise<void> {
  const config = shared(configOf(options), 'serve');
  const listening =
    options.port === undefined ? config : { ...config, listen: { ...config.listen, port: options.port } };
  const log = logOf(config, 'serve');
  const processes = serveProcesses(config);
  if (processes > 1 && cluster.isPrimary) {
    process.exitCode = await superviseServers(processes, log);
    return;
  }
  const service = await openService(listening, { log, processes });
  try {
    await service.serve();
    service.log.info({ listen: service.access.baseUrl, configuration: service.configurationDigest() }, 'serving');
    if (config.base_url === undefined) {
      service.log.warn('base_url is not set: tokens and links of this process are for its own address only');
    }
    warnOfRoot(service);
    const report = reportConfiguration(service, 'serve');
    const stopReloading = reloadOnHangup(service, report.now);
    await untilStopped();
    stopReloading();
    endWithin(service.log);
    await report.stop();
    service.log.info('stopping');
  } finally {
    await service.close();
    endSoon();
  }
}

/** Run jobs of all queues or of some. Other processes answer requests. */
export async function work(options: CommonOptions & { queues?: string; port?: number }): Promise<void> {
  const config = withProbes(shared(configOf(options), 'work'), options.port);
  const names = options.queues === undefined ? jobNames : namedQueues(options.queues);
  const service = await openService(config, { log: logOf(config, 'work') });
  try {
    await service.answerProbes();
    await service.work(names);
    service.log.info({ queues: names, configuration: service.configurationDigest() }, 'working');
    warnOfRoot(service);
    const report = reportConfiguration(service, 'work');
    const stopReloading = reloadOnHangup(service, report.now);
    await untilStopped();
    stopReloading();
    endWithin(service.log);
    await report.stop();
    service.log.info('stopping; running jobs are finished or returned to the queue');
  } finally {
    await service.close();
    endSoon();
  }
}

function warnOfRoot({ log }: Service): void {
  const warning = confinementWarning();
  if (warning !== undefined) log.warn(warning);
}

/** Workers on one machine can share a configuration, but each needs its own port. */
function withProbes(config: Config, port: number | undefined): Config {
  if (port === undefined) return config;
  const host = config.workers.listen?.host ?? '127.0.0.1';
  return { ...config, workers: { ...config.workers, listen: { host, port } } };
}

/** @throws OperatorError for unknown queues */
function namedQueues(text: string): JobName[] {
  const names = text.split(',').map(name => name.trim());
  const unknown = names.find(name => !jobNames.includes(name as JobName));
  if (unknown !== undefined)
    throw new OperatorError(`there is no queue \`${unknown}\`; ${nearestHint(unknown, jobNames)}`);
  return names as JobName[];
}

function shared(config: Config, command: string): Config {
  if (config.queue_url === undefined) {
    throw new OperatorError(
      `rolecall ${command} is one of several processes, which need queue_url and database_url in ${config.file}; \`rolecall up\` does everything in one`,
    );
  }
  return config;
}
