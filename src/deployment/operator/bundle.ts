// The support bundle: what somebody elsewhere needs to understand a fault of this deployment, without secrets and without names of people.
//
//   bundle.json         versions of the program and of everything below it
//   configuration.json  the configuration file (settings/shown-settings.ts)
//   ledger.json         sources, runs, what each newest run read and could not see
//   builds.json         the newest build with its findings, versions, damage
//   manifest.json       the manifest of the version in service
//   recipe.json, landed/, made.json   on request: what that version is made from, and the files that come of it (warehouse/bundle)
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import manifest from '../../../package.json' with { type: 'json' };
import { borrowInService, refuseDuringBuild, type VersionInService } from '../../../pipelines/building/inputs.ts';
import { createZip, type ZipWriter } from '../../connector/files/zip-writer.ts';
import { redactor } from '../../connector/http/redaction.ts';
import { appliedMigrations } from '../../database/migrate.ts';
import { OperatorError } from '../../errors.ts';
import { secretsOf } from '../../observability/log.ts';
import { recordAudit } from '../../state/audit.ts';
import { landedChains } from '../../state/landed-chains.ts';
import { readsOf } from '../../state/reads.ts';
import { acceptedViolations } from '../../state/risks/acceptances.ts';
import { lastRuns, listRuns } from '../../state/run-list.ts';
import { serviceKey } from '../../state/service-keys.ts';
import { latestBuild, readableVersions } from '../../state/versions.ts';
import { copyChains, readWithPseudonyms } from '../../warehouse/bundle/landed-copies.ts';
import { createPseudonyms, type Pseudonyms } from '../../warehouse/bundle/pseudonyms.ts';
import { buildRecipe, type Recipe, type RecipeResult } from '../../warehouse/bundle/recipe.ts';
import { lowerCaseWords, personalWords, programWords, ruleWords } from '../../warehouse/bundle/vocabulary.ts';
import { openDuckDB } from '../../warehouse/duckdb.ts';
import { borrowChains } from '../../warehouse/landing/landed.ts';
import { enrichmentVersion } from '../../warehouse/sql-files.ts';
import { damagedFiles } from '../../warehouse/version/files.ts';
import type { Manifest } from '../../warehouse/version/manifest.ts';
import type { Service } from '../service.ts';
import { shownSettings } from '../settings/shown-settings.ts';
import { availableConnectors } from '../sources/available-connectors.ts';
import { secretsOfSources } from '../sources/sources.ts';
import type { Tenant } from '../tenant.ts';
import { heldBackOf } from './sync.ts';

/** What a version is made from: not in the bundle, with pseudonyms, or as it is. */
export type BundledData = 'none' | 'pseudonyms' | 'names';

export interface Bundled {
  /** The finished file, which the caller moves. */
  readonly file: string;
  /** How many objects the version of the bundle has, and the version in service; only types in which both differ. */
  readonly differences: readonly { readonly type: string; readonly inService: number; readonly inBundle: number }[];
}

/** Runs in the ledger besides the newest of each source. */
const mostRuns = 100;

export async function makeBundle(service: Service, tenant: Tenant, data: BundledData): Promise<Bundled> {
  const { context } = tenant;
  const folder = context.workspace.place('bundles', randomUUID());
  fs.mkdirSync(folder, { mode: 0o700 });
  using held = new DisposableStack();
  held.defer(() => fs.rmSync(folder, { recursive: true, force: true }));
  if (data !== 'none') await refuseDuringBuild(context, 'make the bundle');
  const current = await borrowInService(context, held, true);
  const names = await pseudonymsOf(service, tenant, current, folder);
  const redact = redactor([
    ...secretsOf(service.config),
    ...secretsOfSources([...service.tenants.values()].map(({ sources }) => sources)),
  ]);
  const shows: Pseudonyms = { text: text => names.text(redact(text)), json: text => names.json(redact(text)) };
  const file = `${folder}.zip`;
  const zip = createZip(file);
  try {
    const add = (name: string, content: unknown) =>
      zip.add(name, { text: `${JSON.stringify(content, undefined, 2)}\n` });
    await add('bundle.json', await versionsOf(service, tenant, data));
    await add('configuration.json', await configurationOf(service, tenant, shows));
    await add('ledger.json', await ledgerOf(service, tenant, shows));
    await add('builds.json', await buildsOf(service, tenant, current, shows));
    if (current) await add('manifest.json', { ...current.manifest, islands: undefined });
    const making = { tenant, current, folder, pseudonyms: data === 'pseudonyms' ? shows : undefined };
    const differences = data === 'none' ? [] : await addData(service, zip, making);
    zip.end();
    await recordAudit(service.database, {
      ...{ tenant: tenant.name, principal: 'operator', action: 'bundle.make', outcome: 'done', details: { data } },
    });
    return { file, differences };
  } catch (error) {
    fs.rmSync(file, { force: true });
    throw error;
  } finally {
    zip.close();
  }
}

async function pseudonymsOf(
  { database }: Service,
  { context, name, sources }: Tenant,
  current: VersionInService | undefined,
  spillFolder: string,
): Promise<Pseudonyms> {
  const [rules, program] = [ruleWords(), programWords()];
  const { threads, memoryBytes } = context.build;
  const personal =
    current?.folder === undefined
      ? new Set()
      : await personalWords(current.folder, { spillFolder, threads, memoryBytes });
  const ids = new Set([name, ...sources.keys()].flatMap(lowerCaseWords));
  const key = await serviceKey(database, 'pseudonyms');
  const isOfProgram = (word: string) => program.has(word) && !personal.has(word);
  return createPseudonyms(
    key,
    (word, isInMail) => rules.has(word) || (!isInMail && (ids.has(word) || isOfProgram(word))),
  );
}

async function versionsOf({ database }: Service, { name }: Tenant, data: BundledData) {
  const [engine] = await database.query<{ version: string }>('select version() as version');
  return {
    ...{ format: 'rolecall bundle', version: 1, createdAt: new Date().toISOString(), tenant: name, data },
    ...{ rolecall: manifest.version, enrichment: enrichmentVersion(), state: engine!.version },
    migrations: [...(await appliedMigrations(database))].map(([migration, checksum]) => ({ migration, checksum })),
    dependencies: manifest.dependencies,
    node: process.versions,
    machine: {
      platform: process.platform,
      arch: process.arch,
      release: os.release(),
      cores: os.availableParallelism(),
    },
    memory: { total: os.totalmem(), constrained: process.constrainedMemory() },
  };
}

async function configurationOf({ config }: Service, { name }: Tenant, { text: show }: Pseudonyms): Promise<unknown> {
  const schemas = new Map((await availableConnectors(config)).map(({ type, settings }) => [type, settings]));
  const text = fs.readFileSync(config.file, 'utf8');
  return shownSettings(text, { tenant: name, schemaOf: type => schemas.get(type), show });
}

async function ledgerOf(service: Service, tenant: Tenant, shows: Pseudonyms) {
  const { database } = service;
  const newest = await lastRuns(database, tenant.name);
  const { runs } = await listRuns(database, { tenant: tenant.name, instances: undefined }, mostRuns, undefined);
  const withText = <Run extends { error: string | null; held_back: unknown }>(run: Run) => ({
    ...run,
    error: run.error === null ? null : shows.text(run.error),
    held_back: run.held_back === null ? null : messagesOf(run.held_back, shows),
  });
  const sources = await Promise.all(
    [...tenant.sources.values()].map(async ({ config: { id, connector, schedule, application_instance_id } }) => {
      const run = newest.find(candidate => candidate.source_id === id);
      const reads = run ? await readsOf(database, run.run_id) : [];
      return {
        ...{ id, connector, schedule, application_instance_id },
        run: run ? withText(run) : null,
        reads: reads.map(read => readWithPseudonyms({ ...read, cursor: null, since: null }, shows)),
      };
    }),
  );
  return { sources, heldBack: messagesOf(await heldBackOf(service, tenant), shows), runs: runs.map(withText) };
}

/** The same JSON, whose members `message` and `error` show other texts. */
function messagesOf(value: unknown, { text }: Pseudonyms): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, each) =>
      /^(message|error)$/.test(key) && typeof each === 'string' ? text(each) : each,
    ),
  );
}

async function buildsOf(
  { database }: Service,
  { name }: Tenant,
  current: VersionInService | undefined,
  shows: Pseudonyms,
) {
  const { folder, manifest: { files } = {} } = current ?? {};
  const damage = folder === undefined || files === undefined ? [] : await damagedFiles(folder, files);
  const build = messagesOf((await latestBuild(database, name)) ?? null, shows);
  return { build, versions: await readableVersions(database, name), damage };
}

interface Making {
  readonly tenant: Tenant;
  readonly current: VersionInService | undefined;
  readonly folder: string;
  readonly pseudonyms: Pseudonyms | undefined;
}

/** Add what the version in service was made from, and what a build makes of it. */
async function addData(service: Service, zip: ZipWriter, making: Making): Promise<Bundled['differences']> {
  const { current, folder, tenant } = making;
  if (!current)
    throw new OperatorError('there is no version in service, so there are no data of one; leave out --with-data');
  const { threads, memoryBytes } = tenant.context.build;
  const files = path.join(folder, 'landed');
  fs.mkdirSync(files, { mode: 0o700 });
  const recipe = await recipeOf(service, making, current.manifest, files);
  const limits = { threads, memoryBytes };
  const made = await buildRecipe(recipe, { files, folder: path.join(folder, 'version'), ...limits });
  await zip.add('recipe.json', { text: `${JSON.stringify(recipe)}\n` });
  for (const name of fs.readdirSync(files).toSorted())
    await zip.add(`landed/${name}`, { file: path.join(files, name) });
  const differences = differencesOf(current.manifest, made);
  const content = { threads, ...made, differences };
  await zip.add('made.json', { text: `${JSON.stringify(content, undefined, 2)}\n` });
  return differences;
}

async function recipeOf(
  { database, storage }: Service,
  { tenant, folder, pseudonyms }: Making,
  { version, generatedAt }: Manifest,
  files: string,
): Promise<Recipe> {
  const { context, config, name } = tenant;
  using held = new DisposableStack();
  const accepted = await landedChains(database, name, { until: 'accepted', sources: [...tenant.sources.keys()] });
  const chains = await borrowChains(storage, context.keys, accepted, held);
  await using duckdb = await openDuckDB({ ...context.build, file: ':memory:', spillFolder: folder });
  const shown = <Value>(value: Value): Value =>
    pseudonyms ? JSON.parse(pseudonyms.json(JSON.stringify(value))) : value;
  return {
    ...{ tenant: name, version, generatedAt, serviceInstance: context.serviceInstance },
    sources: Object.fromEntries(
      [...tenant.sources.values()].map(({ config: { application_instance_id, id, connector } }) => [
        application_instance_id,
        { sourceId: id, connector },
      ]),
    ),
    chains: await copyChains(chains, { duckdb, folder: files, pseudonyms }),
    risks: {
      ...config.risks,
      pairs: shown(config.risks.pairs),
      exclusions: config.risks.exclusions.map(({ alias, reason, ...exclusion }) => ({
        ...exclusion,
        ...shown({ reason, ...(alias !== undefined && { alias }) }),
      })),
    },
    persons: {
      alias_domains: Object.fromEntries(Object.entries(config.persons.alias_domains).map(entry => shown(entry))),
      plus_addressing: shown(config.persons.plus_addressing),
    },
    // The ids of violations are made from ids of objects, which have pseudonyms.
    acceptances: pseudonyms ? [] : await acceptedViolations(database, name),
    keepChangesMs: context.keepChangesMs,
  };
}

function differencesOf({ counts: inService }: Manifest, { counts: inBundle }: RecipeResult): Bundled['differences'] {
  const sum = (counts: Manifest['counts'], type: string) =>
    counts.filter(each => each.type === type).reduce((total, { count }) => total + count, 0);
  const types = [...new Set([...inService, ...inBundle].map(({ type }) => type))].toSorted();
  return types
    .map(type => ({ type, inService: sum(inService, type), inBundle: sum(inBundle, type) }))
    .filter(counts => counts.inService !== counts.inBundle);
}
