// Carries out the commands of the command line on an open service.
import { damageInService } from '../../../pipelines/building/rebuild.ts';
import type { Config } from '../../config/config-file.ts';
import { OperatorError } from '../../errors.ts';
import { listAuditEvents } from '../../state/audit-events.ts';
import { latestNotices } from '../../state/notices/notices.ts';
import { runningProcesses } from '../../state/processes/processes.ts';
import { readsOf } from '../../state/reads.ts';
import { lastRuns } from '../../state/run-list.ts';
import { latestRuns } from '../../state/runs.ts';
import { latestBuild, readableVersions } from '../../state/versions.ts';
import { rejectedRecords } from '../../warehouse/landing/rejected-records.ts';
import { readAgain } from '../reload.ts';
import type { Service } from '../service.ts';
import { chosenSources } from '../sources/sources.ts';
import type { Tenant } from '../tenant.ts';
import { createAccessOperator } from './access-operator.ts';
import { makeBundle } from './bundle.ts';
import type { Operator, SourceStatus } from './commands.ts';
import { rebuildVersion } from './rebuild.ts';
import { heldBackOf, syncSources } from './sync.ts';
import { unattendedJobs } from './unattended-jobs.ts';

export function createOperator(service: Service): Operator {
  const { database } = service;

  return {
    ...createAccessOperator(service),

    async sync({ tenant: name, sources, acceptLoss = false, full = false }, emit) {
      const tenant = service.tenant(name);
      const sourceIds = sourcesInService(service, tenant, sources);
      return syncSources(service, tenant, { sourceIds, acceptLoss, full }, emit);
    },

    sources: ({ tenant }) => sourceStatuses(service, service.tenant(tenant)),

    async rejected({ tenant: name, source }) {
      const tenant = service.tenant(name);
      const [id] = sourcesInService(service, tenant, [source]);
      const run = (await latestRuns(database, tenant.name)).find(candidate => candidate.source_id === id);
      return run ? rejectedRecords(service.storage, tenant.keys.run(run.source_id, run.run_id)) : [];
    },

    async jobs({ tenant: name }) {
      const chosen = service.tenant(name);
      const tenant = chosen.name;
      const [runs, heldBack, build, versions, unattended] = await Promise.all([
        // Sources that are no longer configured have runs too.
        latestRuns(database, tenant).then(all => all.filter(run => chosen.sources.has(run.source_id))),
        heldBackOf(service, chosen),
        latestBuild(database, tenant),
        readableVersions(database, tenant),
        unattendedJobs(service),
      ]);
      return { runs, heldBack, build: build ?? null, versions, unattended };
    },

    async audit({ tenant: name, since, before, principal, action, pageSize, after }) {
      const { name: tenant } = service.tenant(name);
      const date = (text: string | undefined) => (text === undefined ? undefined : new Date(text));
      const filter = { tenant, ofDeployment: true, since: date(since), before: date(before), principal, action };
      return listAuditEvents(database, filter, pageSize, after);
    },

    notices: ({ tenant, limit }) => latestNotices(database, service.tenant(tenant).name, limit),

    damage: ({ tenant }) => damageInService(service.tenant(tenant).context),

    rebuild: ({ tenant, publish }) => rebuildVersion(service, service.tenant(tenant), publish),

    bundle: ({ tenant, data }) => makeBundle(service, service.tenant(tenant), data),

    reload: () => service.reload(),

    pending: async () => service.pending(),

    processes: () => runningProcesses(database),
  };
}

/** The named sources, or all. @throws OperatorError that says so when a source is new in the file and not taken up yet */
function sourcesInService({ config }: Service, tenant: Tenant, names: readonly string[]): string[] {
  const unknown = names.find(name => !tenant.sources.has(name));
  if (unknown !== undefined && isInFile(config, tenant.name, unknown)) {
    throw new OperatorError(
      `source ${unknown} is new in ${config.file}, and the running service has not taken it up: \`rolecall reload\`, or \`rolecall sync ${unknown} --reload\``,
    );
  }
  return chosenSources(tenant.config, names);
}

function isInFile(config: Config, tenant: string, id: string): boolean {
  const found = readAgain(config).tenants.find(({ name }) => name === tenant);
  return found?.sources.some(source => source.id === id) ?? false;
}

async function sourceStatuses(service: Service, tenant: Tenant): Promise<SourceStatus[]> {
  const { database } = service;
  const runs = await lastRuns(database, tenant.name);
  const heldBack = await heldBackOf(service, tenant);
  return Promise.all(
    tenant.config.sources.map(async source => {
      const run = runs.find(candidate => candidate.source_id === source.id);
      return {
        id: source.id,
        connector: source.connector,
        schedule: source.schedule ?? null,
        applicationInstanceId: source.application_instance_id,
        run: run ?? null,
        reads: run ? await readsOf(database, run.run_id) : [],
        heldBack: heldBack.find(held => held.source_id === source.id) ?? null,
      };
    }),
  );
}
