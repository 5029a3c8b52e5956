// One export: a file that is whole and on disk before the request says completed, or a reason why there is none.
import fs from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import { exportFile } from '../src/exports/export-file.ts';
import { ExportFailed } from '../src/exports/failures.ts';
import type { ExportRequest, Written } from '../src/exports/process.ts';
import { Overloaded } from '../src/sandbox/waiting-line.ts';
import { completeDownload, type Download, failDownload, findDownload } from '../src/state/downloads.ts';
import { readableVersions } from '../src/state/versions.ts';
import { syncToDisk } from '../src/storage/durable.ts';
import { isDiskFull } from '../src/warehouse/disk-full.ts';
import type { PipelineContext } from './context.ts';

export async function exportDownload(context: PipelineContext, id: string, signal: AbortSignal): Promise<void> {
  const { database, tenant, log } = context;
  const download = await findDownload(database, tenant, id);
  if (download?.status !== 'accepted') return;
  try {
    const written = await writeFile(context, download, signal);
    await completeDownload(database, id, written);
    log.info({ download: id, rows: written.rows, bytes: written.bytes }, 'export completed');
  } catch (error) {
    fs.rmSync(context.folders.exported(id), { recursive: true, force: true });
    // What the service's own end cut off, or had no room for, is accepted still and done again.
    if (signal.aborted || error instanceof Overloaded) throw error;
    const failure = failureOf(error as Error);
    logFailure(log, id, failure);
    await failDownload(database, id, failure);
  }
}

function failureOf(error: Error): ExportFailed {
  if (error instanceof ExportFailed) return error;
  return new ExportFailed(isDiskFull(error) ? 'DISK_FULL' : 'EXPORT_FAILED', { cause: error });
}

async function writeFile(
  { database, tenant, folders, exporter }: PipelineContext,
  { downloadId, clientId, version, visible, request }: Download,
  signal: AbortSignal,
): Promise<Written> {
  const kept = await readableVersions(database, tenant);
  if (!kept.some(readable => readable.version === version)) throw new ExportFailed('VERSION_EXPIRED');
  const asked = request as ExportRequest;
  const folder = folders.exported(downloadId);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = exportFile(folder, asked.format);
  const unfinished = `${file}.unfinished`;
  const origin = { owner: clientId, versionFolder: folders.version(version), visible };
  const written = await exporter.write(origin, asked, unfinished, signal);
  fs.renameSync(unfinished, file);
  syncToDisk(folder);
  syncToDisk(path.dirname(folder));
  return written;
}

function logFailure(log: Logger, download: string, error: ExportFailed): void {
  log[error.code === 'EXPORT_FAILED' ? 'error' : 'warn']({ download, code: error.code, err: error }, 'export failed');
}
