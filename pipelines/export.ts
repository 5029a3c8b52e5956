// One export: a file that is whole and kept before the request says completed, or a reason why there is none.
import fs from 'node:fs';
import { exportName } from '../src/exports/export-file.ts';
import type { ExportRequest, Kept } from '../src/exports/export-process.ts';
import { ExportFailed } from '../src/exports/failures.ts';
import type { JobRun } from '../src/jobs/queue.ts';
import { claimDownload, completeDownload, type Download, failDownload } from '../src/state/exports.ts';
import type { Claim } from '../src/state/leases.ts';
import { readableVersions } from '../src/state/versions.ts';
import { isDiskFull } from '../src/warehouse/disk-full.ts';
import type { PipelineContext } from './job/context.ts';
import { askAgainMs, mostFailures, whileClaimed } from './job/leased.ts';
import { isOutage } from './job/outage.ts';

/** Carry an export out, or do it again when another process broke off. */
export async function exportDownload(
  context: PipelineContext,
  id: string,
  job: JobRun,
): Promise<{ againInMs: number } | undefined> {
  const claimed = await claimDownload(context.database, id);
  if (claimed === 'over') return undefined;
  if (claimed === 'later') return { againInMs: askAgainMs };
  const { claim, record: download } = claimed;
  await whileClaimed(context, claim, job.signal, signal => writeAndEnd(context, download, claim, signal));
  return undefined;
}

async function writeAndEnd(
  context: PipelineContext,
  download: Download,
  claim: Claim,
  signal: AbortSignal,
): Promise<void> {
  const { database, storage, keys, log } = context;
  try {
    if (download.failures >= mostFailures) throw new ExportFailed('EXPORT_INTERRUPTED');
    const written = await writeFile(context, download, claim, signal);
    await completeDownload(database, claim, written);
    log.info({ download: claim.id, rows: written.rows, bytes: written.bytes }, 'export completed');
  } catch (error) {
    // What the service's own end or an outage cut off, or had no room for, is accepted still and done again.
    if (signal.aborted || isOutage(error)) throw error;
    const failure = failureOf(error as Error);
    log[failure.code === 'EXPORT_FAILED' ? 'error' : 'warn'](
      { download: claim.id, code: failure.code, err: failure },
      'export failed',
    );
    await failDownload(database, claim, failure);
    await storage.remove(keys.exported(claim.id)).catch(() => {});
  }
}

function failureOf(error: Error): ExportFailed {
  if (error instanceof ExportFailed) return error;
  return new ExportFailed(isDiskFull(error) ? 'DISK_FULL' : 'EXPORT_FAILED', { cause: error });
}

async function writeFile(
  { database, tenant, storage, keys, workspace, exporter }: PipelineContext,
  { downloadId, clientId, version: number, visible, request }: Download,
  { attempt }: Claim,
  signal: AbortSignal,
): Promise<Kept> {
  const version = (await readableVersions(database, tenant)).find(readable => readable.version === number);
  if (!version) throw new ExportFailed('VERSION_EXPIRED');
  const asked = request as ExportRequest;
  const file = workspace.place('exports', `${downloadId}-${attempt}`);
  const local = await storage.borrowFolder(keys.version(version.folder));
  try {
    const origin = { owner: clientId, versionFolder: local.path, visible };
    const written = await exporter.write(origin, asked, file, signal);
    const name = exportName(attempt, asked.format);
    await storage.keepFile(`${keys.exported(downloadId)}/${name}`, file, signal);
    return { ...written, file: name };
  } finally {
    local.release();
    fs.rmSync(file, { force: true });
  }
}
