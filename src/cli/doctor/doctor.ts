// rolecall doctor: checks a deployment, and reports every problem with its remedy.

import fs from 'node:fs';
import process from 'node:process';
import manifest from '../../../package.json' with { type: 'json' };
import { type Config, loadConfig, type TenantConfig } from '../../config/config-file.ts';
import type { Operator } from '../../deployment/operator/commands.ts';
import { connectOperator } from '../../deployment/operator/control-socket.ts';
import { createOperator } from '../../deployment/operator/operator.ts';
import { processConfigurations } from '../../deployment/operator/process-configurations.ts';
import { openService } from '../../deployment/service.ts';
import { checkSettings } from '../../deployment/settings/check-settings.ts';
import { memoryShares } from '../../deployment/settings/memory.ts';
import { stateFolder } from '../../deployment/settings/state-folder.ts';
import { checkSource } from '../../deployment/source-setup/check-source.ts';
import { OperatorError } from '../../errors.ts';
import { mebibytes } from '../../mebibytes.ts';
import { createLog } from '../../observability/log.ts';
import { availableMemory, type Share } from '../../sandbox/memory-shares.ts';
import { folderProblem } from '../../storage/usable-folder.ts';
import { devClientFile } from '../api/dev-client.ts';
import { type CommonOptions, onceFree } from '../deployment.ts';
import { shellWord } from '../own-command.ts';
import { confinement } from '../service/confinement.ts';
import { problemsOf } from '../sources/job-problems.ts';
import { otherReaders } from './other-readers.ts';
import { printDiagnosis } from './print-diagnosis.ts';
import { type Diagnosis, surroundings } from './surroundings.ts';

/** With less free space, a build or the database may run out of disk. */
const wantedFreeBytes = 1024 ** 3;

export async function doctor(options: CommonOptions): Promise<void> {
  const findings = await examine(options);
  for (const finding of findings) printDiagnosis(finding);
  const errors = findings.filter(finding => finding.verdict === 'error').length;
  if (errors > 0) throw new OperatorError(`${errors} error${errors === 1 ? '' : 's'} found`);
}

async function examine(options: CommonOptions): Promise<Diagnosis[]> {
  const findings: Diagnosis[] = [{ what: 'Rolecall', verdict: 'ok', message: manifest.version }, nodeVersion()];
  let config: Config;
  try {
    config = loadConfig(options.config, { dataDir: options.dataDir });
    checkSettings(config);
    findings.push({ what: 'configuration', verdict: 'ok', message: config.file });
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return [...findings, { what: 'configuration', verdict: 'error', message: error.message }];
  }
  findings.push(
    ...(await dataDirectory(config)),
    memory(config),
    ...confinement(),
    ...(await stateOf(config)),
    ...(await surroundings(config)),
  );
  for (const tenant of config.tenants) {
    for (const { id } of tenant.sources) findings.push(...(await source(config, tenant, id)));
  }
  return findings;
}

function nodeVersion(): Diagnosis {
  const major = Number(process.versions.node.split('.')[0]);
  return {
    what: 'Node.js',
    verdict: major >= 24 ? 'ok' : 'error',
    message: major >= 24 ? process.version : `${process.version}, but 24 is needed; npm run rolecall includes it`,
  };
}

function memory(config: Config): Diagnosis {
  const { query, export: exporting, build, sumBytes } = memoryShares(config, 1);
  const each = ({ count, memoryBytes }: Share) => `${count} × ${mebibytes(memoryBytes)}`;
  const available = availableMemory();
  const fits = sumBytes <= available;
  const message = `queries ${each(query)}, exports ${each(exporting)}, builds ${each(build)}: with their processes ${mebibytes(sumBytes)} of ${mebibytes(available)}`;
  const advice = '; all at their limits would take more than there is: lower memory_mb or processes';
  return { what: 'memory', verdict: fits ? 'ok' : 'warning', message: fits ? message : message + advice };
}

async function dataDirectory(config: Config): Promise<Diagnosis[]> {
  const { data_dir: folder, tenants } = config;
  const problem = folderProblem(folder);
  if (problem) return [{ what: 'data directory', verdict: 'error', message: `${folder}: ${problem}` }];
  if (!fs.existsSync(folder))
    return [{ what: 'data directory', verdict: 'ok', message: `${folder} is made at the first start` }];
  const { bavail, bsize } = fs.statfsSync(folder);
  const free = bavail * bsize;
  const findings: Diagnosis[] = [
    ...(await otherReaders(config)),
    {
      what: 'data directory',
      verdict: free < wantedFreeBytes ? 'warning' : 'ok',
      message: `${folder}, ${mebibytes(free)} free`,
    },
  ];
  for (const secret of tenants.map(({ name }) => devClientFile(config, name))) {
    if (fs.existsSync(secret) && fs.statSync(secret).mode & 0o077) {
      findings.push({
        what: 'secrets',
        verdict: 'error',
        message: `${secret} can be read by others; chmod 600 ${shellWord(secret)}`,
      });
    }
  }
  return findings;
}

async function stateOf(config: Config): Promise<Diagnosis[]> {
  try {
    return await onceFree(() => state(config));
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return [{ what: 'state', verdict: 'error', message: error.message }];
  }
}

async function state(config: Config): Promise<Diagnosis[]> {
  const running = await connectOperator(config.data_dir);
  if (running) {
    return [
      { what: 'service', verdict: 'ok', message: 'is running' },
      await configurationInForce(running),
      ...(await allResults(running, config)),
    ];
  }
  if (!config.database_url && !fs.existsSync(stateFolder(config))) {
    // Opening it would make an empty state.
    return [
      {
        what: 'state',
        verdict: 'warning',
        message: `there is none in ${config.data_dir} yet; \`rolecall up\` makes it`,
      },
    ];
  }
  const service = await openService(config, { log: createLog({ ...config, log_level: 'silent' }) });
  try {
    return [
      { what: 'state', verdict: 'ok', message: 'opens' },
      ...(await processConfigurations(createOperator(service))).map(
        ({ what, isSame, message }): Diagnosis => ({ what, verdict: isSame ? 'ok' : 'warning', message }),
      ),
      ...(await allResults(createOperator(service), config)),
    ];
  } finally {
    await service.close();
  }
}

/** Whether the running service has taken up the file as it is now. */
async function configurationInForce(operator: Operator): Promise<Diagnosis> {
  const what = 'configuration in force';
  const { digest, ...pending } = await operator.pending();
  const { sources, taken, waiting } = pending;
  if (sources.length + taken.length + waiting.length === 0) return { what, verdict: 'ok', message: digest };
  const changes = [...sources.map(({ id, change }) => `source ${id} ${change}`), ...taken, ...waiting].join(', ');
  const remedy = waiting.length > 0 ? 'start the service again' : '`rolecall reload` takes it up';
  return { what, verdict: 'warning', message: `the file has changed since: ${changes}; ${remedy}` };
}

async function allResults(operator: Operator, { tenants }: Config): Promise<Diagnosis[]> {
  const results = await Promise.all(tenants.map(({ name }) => lastResults(operator, name)));
  if (tenants.length === 1) return results.flat();
  return results.flatMap((found, index) =>
    found.map(finding => ({ ...finding, what: `${tenants[index]!.name}: ${finding.what}` })),
  );
}

/** The results of a tenant's last runs and last build, and its version in service. */
export async function lastResults(operator: Operator, tenant: string): Promise<Diagnosis[]> {
  const status = await operator.jobs({ tenant });
  // The check of the queue says more about it.
  const findings: Diagnosis[] = problemsOf(status).filter(({ what }) => what !== 'queue');
  const { versions } = status;
  const [newest] = versions;
  findings.push(
    newest
      ? {
          what: 'version in service',
          verdict: 'ok',
          message: `${newest.version}, published ${newest.published_at.toISOString()}`,
        }
      : { what: 'version in service', verdict: 'warning', message: 'none yet; `rolecall sync` makes one' },
    ...(newest ? await damage(operator, tenant) : []),
  );
  return findings;
}

/** Files of the version in service that are not as its build wrote them. */
async function damage(operator: Operator, tenant: string): Promise<Diagnosis[]> {
  const remedy = '`rolecall doctor --rebuild --publish` makes it again';
  const error = (message: string) => ({ what: 'version in service', verdict: 'error' as const, message });
  try {
    return (await operator.damage({ tenant })).map(sentence => error(`${sentence}; ${remedy}`));
  } catch (cause) {
    return [error((cause as Error).message)];
  }
}

async function source(config: Config, tenant: TenantConfig, id: string): Promise<Diagnosis[]> {
  const what = config.tenants.length === 1 ? `source ${id}` : `source ${id} of ${tenant.name}`;
  try {
    const { problems } = await checkSource(config, tenant, id, 0);
    if (problems.length === 0) return [{ what, verdict: 'ok', message: 'no problems found' }];
    return problems.map(({ severity, place, message, fix }) => ({
      what,
      verdict: severity,
      message: `${place}: ${message}${fix ? `; ${fix}` : ''}`,
    }));
  } catch (error) {
    return [{ what, verdict: 'error', message: (error as Error).message }];
  }
}
