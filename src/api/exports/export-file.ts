// The route of the file of a completed export. The signed link is the only permission needed. Downloads can resume.
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../database/database.ts';
import { ServiceError } from '../../errors.ts';
import { mediaTypes, offeredName } from '../../exports/export-file.ts';
import type { ExportRequest, Kept } from '../../exports/export-process.ts';
import { type ExportRecord, findExport, noExport } from '../../state/exports.ts';
import { type Storage, StorageMissing } from '../../storage/storage.ts';
import { tenantKeys } from '../../warehouse/keys.ts';
import type { Guard } from '../access/guard.ts';
import { type ItemRequest, serveOperation } from '../access/serve-operation.ts';
import { takesGzip } from '../connections/compression.ts';
import type { Encoders } from '../connections/encoders.ts';
import { byteRange } from '../http/byte-range.ts';
import { isNotModified } from '../http/conditional.ts';
import type { ServedTenants } from '../served-tenants.ts';
import type { ExportLinks } from './export-links.ts';
import { exportOperations } from './export-operations.ts';

export interface ExportFileOptions {
  readonly tenants: ServedTenants;
  readonly database: Database;
  readonly storage: Storage;
  readonly guard: Guard;
  readonly links: ExportLinks;
  readonly encoders: Encoders;
}

export function registerExportFile(app: FastifyInstance, options: ExportFileOptions): void {
  const { tenants, database, guard, links } = options;
  // This route compresses by itself, because ranges count the bytes of the uncompressed file.
  const serving = { guard, answersHead: true, isCompressed: true };
  serveOperation<ItemRequest>(app, exportOperations.fetchDownload, serving, async (request, reply) => {
    const { id } = request.params;
    const expires = links.verify(id, request.query);
    const exported = await findExport(database, id);
    if (exported?.status !== 'completed' || !tenants.has(exported.tenant)) throw noExport(id);
    if (expires < exported.read_at) {
      throw new ServiceError(
        'LINK_EXPIRED',
        'the link has expired: links are valid for five minutes; poll the export for a new one',
      );
    }
    return sendFile(options, exported, request, reply);
  });
}

async function sendFile(
  { storage, encoders }: ExportFileOptions,
  { export_id: exportId, tenant, request: asked, written, version }: ExportRecord,
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { context, format } = asked as ExportRequest;
  const { bytes, sha256, file = `export.${format}` } = written as Kept;
  const zipped = headers.range === undefined && takesGzip({ headers }) && encoders.hasStream();
  const tag = zipped ? `"${sha256}-gzip"` : `"${sha256}"`;
  reply.headers({
    etag: tag,
    vary: 'accept-encoding',
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'content-disposition': `attachment; filename="${offeredName(context, version, format)}"`,
  });
  if (isNotModified({ headers }, tag)) return reply.code(304).send();
  const range = rangeOf(headers, `"${sha256}"`, bytes);
  if (range === 'unsatisfiable') {
    reply.removeHeader('etag').removeHeader('content-disposition').header('content-range', `bytes */${bytes}`);
    throw new ServiceError('RANGE_NOT_SATISFIABLE', `the file has ${bytes} bytes`);
  }
  reply.type(mediaTypes[format]);
  if (range !== 'whole') {
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes}`);
    reply.header('content-length', range.end - range.start + 1);
  } else if (zipped) reply.header('content-encoding', 'gzip');
  else reply.header('content-length', bytes);
  if (method === 'HEAD') return reply.send();
  const key = `${tenantKeys(tenant).exported(exportId)}/${file}`;
  const content = await open(storage, key, exportId, range === 'whole' ? undefined : range);
  if (!zipped) return reply.send(content);
  const gzip = encoders.stream('gzip');
  if (!gzip) {
    content.destroy();
    throw new ServiceError('SERVICE_UNAVAILABLE', 'too many files are being compressed; try again in a few seconds');
  }
  content.once('error', error => gzip.destroy(error));
  gzip.once('close', () => content.destroy());
  return reply.send(content.pipe(gzip));
}

/** The range to send. When If-Range names another file, the whole file is sent (RFC 9110, section 13.1.5). */
function rangeOf(headers: FastifyRequest['headers'], tag: string, bytes: number): ReturnType<typeof byteRange> {
  const condition = headers['if-range'];
  return condition === undefined || condition === tag ? byteRange(headers.range, bytes) : 'whole';
}

async function open(
  storage: Storage,
  key: string,
  exportId: string,
  range: { start: number; end: number } | undefined,
): Promise<Readable> {
  try {
    return await storage.read(key, range);
  } catch (error) {
    // The file expired and was removed after its record was read.
    if (error instanceof StorageMissing) throw noExport(exportId);
    throw error;
  }
}
