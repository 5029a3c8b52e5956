// Scheduled reports: the answer of a saved query, or an export, is delivered at each scheduled moment. When several moments were
// missed, one report makes up for them. A killed attempt is repeated with the same id and the same file name.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { pipeline } from 'node:stream/promises';
import { v5 as uuidv5 } from 'uuid';
import type { ReportSettings } from '../../src/config/delivery-settings.ts';
import type { OutgoingMessage } from '../../src/delivery/message.ts';
import { send } from '../../src/delivery/send.ts';
import { lastDue } from '../../src/jobs/schedule.ts';
import { recordOccasions } from '../../src/state/notices/notices.ts';
import { beginReport, type DueReport, delayReport, endReport, recordReports } from '../../src/state/notices/reports.ts';
import { findSavedQuery } from '../../src/state/saved-queries.ts';
import { readableVersions } from '../../src/state/versions.ts';
import { openStorage } from '../../src/storage/open-storage.ts';
import type { PipelineContext } from '../job/context.ts';
import { subscribersOf } from '../job/subscribers.ts';

/** For how long no other process begins the same report: longer than a query or an export may take by default. */
const aloneMs = 30 * 60_000;
const retryMs = 5 * 60_000;
const mostAttempts = 12;
const cacheBytes = 64 * 1024 * 1024;
const namespace = '9f0d6c55-7d3b-4f5e-8a34-3e1f0b7c2a11';

export async function makeReports(context: PipelineContext, signal: AbortSignal): Promise<void> {
  const { database, tenant, reports } = context;
  if (reports.length === 0) return;
  const names = reports.map(({ name }) => name);
  await recordReports(database, tenant, names);
  const [clock] = await database.query<{ now: Date }>('select now() as now');
  for (const report of reports) {
    const dueAt = lastDue(report.schedule, report.time_zone, clock!.now);
    const due = dueAt && (await beginReport(database, tenant, report.name, dueAt, aloneMs));
    if (due) await makeAndEnd(context, report, dueAt, due, signal);
  }
}

async function makeAndEnd(
  context: PipelineContext,
  report: ReportSettings,
  dueAt: Date,
  { attempts, sha256: former }: DueReport,
  signal: AbortSignal,
): Promise<void> {
  const { database, tenant, log, notifications } = context;
  const { name } = report;
  try {
    const sha256 = await makeAndDeliver(context, report, dueAt, former, signal);
    await endReport(database, tenant, name, dueAt, { sha256 });
    log.info({ report: name, unchanged: sha256 === former }, 'report done');
  } catch (error) {
    if (signal.aborted) throw error;
    const { message } = error as Error;
    log.warn({ report: name, attempts, err: error }, 'report not delivered');
    if (attempts < mostAttempts) return delayReport(database, tenant, name, message, retryMs);
    await endReport(database, tenant, name, dueAt, { error: message });
    const occasion = {
      ...{ event: 'job-failed', occasion: `report ${name} of ${dueAt.toISOString()}` },
      ...{ title: `The report ${name} was not delivered`, body: message, details: { report: name, error: message } },
    };
    await recordOccasions(database, tenant, [occasion], each => subscribersOf(notifications.subscriptions, each));
  }
}

/** With `only_when_changed`, a report that equals the former one is not delivered. @returns the SHA-256 of the report */
async function makeAndDeliver(
  context: PipelineContext,
  report: ReportSettings,
  dueAt: Date,
  former: string | null,
  signal: AbortSignal,
): Promise<string> {
  const { database, tenant, storage, keys, workspace } = context;
  const [version] = await readableVersions(database, tenant);
  if (!version) throw new Error('there is no version yet');
  const local = await storage.borrowFolder(keys.version(version.folder));
  // Exports may write to this folder only.
  const file = workspace.place('exports', `report-${report.name}-${process.pid}`);
  try {
    await write(context, report, local.path, file, signal);
    const sha256 = await digestOf(file);
    if (report.only_when_changed && sha256 === former) return sha256;
    await deliver(context, report, { file, dueAt, version: version.version });
    return sha256;
  } finally {
    local.release();
    fs.rmSync(file, { force: true });
  }
}

async function write(
  { database, tenant, runner, exporter }: PipelineContext,
  { name, query: queryName, parameters, export: exportName }: ReportSettings,
  versionFolder: string,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  const client = `report ${name}`;
  if (exportName !== undefined) {
    const origin = { owner: client, versionFolder, visible: null };
    const request = {
      context: exportName,
      filters: [],
      sorts: [],
      format: 'csv' as const,
      asOf: new Date().toISOString(),
    };
    await exporter.write(origin, request, file, signal);
    // When the service runs as root, the export process runs as another user. Give the file to the user of the service.
    fs.chownSync(file, process.geteuid!(), process.getegid!());
    return;
  }
  const saved = await findSavedQuery(database, tenant, queryName!);
  if (!saved) throw new Error(`there is no saved query ${JSON.stringify(queryName)}`);
  const { query_string: text, model } = saved;
  const query = { clientId: client, text, parameters, model, versionFolder, visible: undefined };
  await pipeline(await runner.stream(query, 'csv', signal), fs.createWriteStream(file, { mode: 0o600 }));
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(fs.createReadStream(file), hash);
  return hash.digest('hex');
}

interface MadeReport {
  readonly file: string;
  readonly dueAt: Date;
  readonly version: number;
}

async function deliver(context: PipelineContext, report: ReportSettings, made: MadeReport): Promise<void> {
  const { tenant, smtp, baseFolder } = context;
  const { name, folder, bucket } = report;
  const fileName = `${name}-${made.dueAt.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.csv`;
  if (folder !== undefined) return keep({ folder: path.resolve(baseFolder, folder) }, `${name}/${fileName}`, made.file);
  if (bucket) {
    const cacheFolder = context.workspace.place('report-caches', name);
    return keep({ ...bucket, cacheFolder, cacheBytes }, `${name}/${fileName}`, made.file);
  }
  const message: OutgoingMessage = {
    id: uuidv5(`${tenant}/${name}/${made.dueAt.toISOString()}`, namespace),
    event: 'report',
    tenant,
    at: made.dueAt,
    title: `Report ${name}`,
    text: `The report ${name} of version ${made.version} is attached.`,
    details: {},
    attachment: {
      name: fileName,
      type: 'text/csv',
      bytes: fs.statSync(made.file).size,
      open: () => fs.createReadStream(made.file),
    },
  };
  await send(report, smtp, message);
}

/** Store a report in a folder or bucket, completely or not at all. */
async function keep(settings: Parameters<typeof openStorage>[0], key: string, file: string): Promise<void> {
  const storage = await openStorage(settings, { onWarning: () => {} });
  try {
    await storage.keepFile(key, file);
  } finally {
    await storage.close();
  }
}
