// One export. The complete file is in the storage before the export's status becomes completed; otherwise the export fails
// with a reason.
import fs from 'node:fs';
import { storedName } from '../src/exports/export-file.ts';
import type { ExportRequest, Kept } from '../src/exports/export-process.ts';
import { ExportFailed } from '../src/exports/failures.ts';
import { stateRowsOf } from '../src/exports/state-rows.ts';
import type { Again, JobRun } from '../src/jobs/queue.ts';
import { completeExport, type ExportRecord, failExport, leaseExport } from '../src/state/exports.ts';
import type { Lease } from '../src/state/leases.ts';
import { readableVersions } from '../src/state/versions.ts';
import { isDiskFull } from '../src/warehouse/disk-full.ts';
import type { PipelineContext } from './job/context.ts';
import { type Held, mostFailures, whenLeased } from './job/leased.ts';
import { isOutage } from './job/outage.ts';

/** Carry an export out, or repeat it when another process failed to finish it. */
export async function runExportRequest(context: PipelineContext, id: string, job: JobRun): Promise<Again | undefined> {
  const leased = await leaseExport(context.database, id, context.leaseMs);
  return whenLeased(context, leased, job.signal, held => writeAndEnd(context, held));
}

async function writeAndEnd(
  context: PipelineContext,
  { record, lease, signal }: Held<ExportRecord>,
): Promise<undefined> {
  const { database, storage, keys, log } = context;
  try {
    if (record.failures >= mostFailures) throw new ExportFailed('EXPORT_INTERRUPTED');
    const written = await writeFile(context, record, lease, signal);
    await completeExport(database, lease, written);
    log.info({ export: lease.id, rows: written.rows, bytes: written.bytes }, 'export completed');
  } catch (error) {
    // After a shutdown, an outage or when no export process was free, the export stays accepted and is repeated.
    if (signal.aborted || isOutage(error)) throw error;
    const failure = failureOf(error as Error);
    log[failure.code === 'EXPORT_FAILED' ? 'error' : 'warn'](
      { export: lease.id, code: failure.code, err: failure },
      'export failed',
    );
    await failExport(database, lease, failure);
    await storage.remove(keys.exported(lease.id)).catch(() => {});
  }
}

function failureOf(error: Error): ExportFailed {
  if (error instanceof ExportFailed) return error;
  return new ExportFailed(isDiskFull(error) ? 'DISK_FULL' : 'EXPORT_FAILED', { cause: error });
}

async function writeFile(
  { database, tenant, storage, keys, workspace, exporter }: PipelineContext,
  { export_id: exportId, client_id: clientId, version: number, since_version: since, visible, request }: ExportRecord,
  { attempt }: Lease,
  signal: AbortSignal,
): Promise<Kept> {
  const readable = await readableVersions(database, tenant);
  const [version, earlier] = [number, since].map(each => readable.find(row => row.version === each));
  if (!version || (since !== null && !earlier)) throw new ExportFailed('VERSION_EXPIRED');
  const asked = request as ExportRequest;
  const file = workspace.place('exports', `${exportId}-${attempt}`);
  using local = await storage.borrowFolder(keys.version(version.folder));
  using localEarlier = earlier && (await storage.borrowFolder(keys.version(earlier.folder)));
  try {
    const state = await stateRowsOf(database, asked.context, { tenant, visible });
    const origin = { owner: clientId, versionFolder: local.path, earlierFolder: localEarlier?.path, visible, state };
    const written = await exporter.write(origin, asked, file, signal);
    const name = storedName(attempt, asked.format);
    const facts = await storage.keepFile(`${keys.exported(exportId)}/${name}`, file, signal);
    return { ...written, ...facts, file: name };
  } finally {
    fs.rmSync(file, { force: true });
  }
}
