// The requests of an object server, one by one. https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations_Amazon_Simple_Storage_Service.html
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { ObjectError } from './object-error.ts';
import type { Received } from './object-signature.ts';
import type { ObjectStore, StoredObject } from './object-store.ts';

export interface ObjectRequest {
  readonly store: ObjectStore;
  readonly method: string;
  /** Empty for a request about the bucket. */
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Received;
}

/** Amazon's minimum size in bytes of every part but the last. */
const smallestPart = 5 * 1024 * 1024;

export async function handleObject(asked: ObjectRequest, response: ServerResponse): Promise<void> {
  const { method, key, query } = asked;
  if (key === '') {
    if (method === 'GET' && query.get('list-type') === '2') return sendXml(response, list(asked));
    if (method === 'GET' && query.has('uploads')) return sendXml(response, listUploads(asked));
    if (method === 'HEAD') return void response.writeHead(200).end();
  } else {
    if (method === 'PUT' && query.has('partNumber')) return await putPart(asked, response);
    if (method === 'PUT' && query.size <= 1) return await put(asked, response);
    if (method === 'GET' && query.size <= 1) return await get(asked, response);
    if (method === 'HEAD') return await get(asked, response);
    if (method === 'DELETE' && query.has('uploadId')) return await abort(asked, response);
    if (method === 'DELETE') {
      await asked.store.delete(key);
      return void response.writeHead(204).end();
    }
    if (method === 'POST' && query.has('uploads')) return create(asked, response);
    if (method === 'POST' && query.has('uploadId')) return await complete(asked, response);
  }
  throw new ObjectError(501, 'NotImplemented', `${method} ?${query}`);
}

function metadataOf(headers: IncomingHttpHeaders): Record<string, string> {
  const named = Object.entries(headers).filter(([name]) => name.startsWith('x-amz-meta-'));
  return Object.fromEntries(named.map(([name, value]) => [name.slice('x-amz-meta-'.length), String(value)]));
}

async function put({ store, key, headers, body }: ObjectRequest, response: ServerResponse): Promise<void> {
  const facts = { bytes: body.bytes, etag: `"${body.md5}"`, metadata: metadataOf(headers) };
  const { etag } = await store.put(key, body.file, facts, { ifAbsent: headers['if-none-match'] === '*' });
  response.writeHead(200, { etag, 'content-length': 0 }).end();
}

async function get({ store, method, key, headers }: ObjectRequest, response: ServerResponse): Promise<void> {
  const object = store.objects.get(key);
  if (!object) throw new ObjectError(404, 'NoSuchKey', 'The specified key does not exist.');
  if (headers['if-match'] && headers['if-match'] !== object.etag) throw new ObjectError(412, 'PreconditionFailed');
  const range = rangeOf(headers.range, object.bytes);
  const { start, end } = range ?? { start: 0, end: object.bytes - 1 };
  await using handle = await open(object.file, 'r');
  response.writeHead(range ? 206 : 200, {
    etag: object.etag,
    'content-length': end - start + 1,
    'last-modified': new Date(object.modified).toUTCString(),
    'accept-ranges': 'bytes',
    ...(range && { 'content-range': `bytes ${start}-${end}/${object.bytes}` }),
    ...Object.fromEntries(Object.entries(object.metadata).map(([name, value]) => [`x-amz-meta-${name}`, value])),
  });
  if (method === 'HEAD' || object.bytes === 0) return void response.end();
  await pipeline(handle.createReadStream({ start, end, autoClose: false, highWaterMark: 1024 * 1024 }), response);
}

function rangeOf(header: string | undefined, bytes: number): { start: number; end: number } | undefined {
  const given = /^bytes=(\d+)-(\d*)$/.exec(header ?? '');
  if (!given) return undefined;
  const start = Number(given[1]);
  if (start >= bytes) throw new ObjectError(416, 'InvalidRange');
  return { start, end: given[2] ? Math.min(Number(given[2]), bytes - 1) : bytes - 1 };
}

function create({ store, key, headers }: ObjectRequest, response: ServerResponse): void {
  const id = randomUUID();
  store.uploads.set(id, {
    id,
    key,
    metadata: metadataOf(headers),
    parts: new Map(),
    initiated: new Date().toISOString(),
  });
  sendXml(
    response,
    `<InitiateMultipartUploadResult><Key>${escapeXml(key)}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
  );
}

function uploadOf({ store, key, query }: ObjectRequest) {
  const upload = store.uploads.get(query.get('uploadId')!);
  if (upload?.key !== key) throw new ObjectError(404, 'NoSuchUpload');
  return upload;
}

async function putPart(asked: ObjectRequest, response: ServerResponse): Promise<void> {
  const upload = uploadOf(asked);
  const file = asked.store.temporary();
  await rename(asked.body.file, file);
  const number = Number(asked.query.get('partNumber'));
  const former = upload.parts.get(number);
  upload.parts.set(number, { file, bytes: asked.body.bytes, md5: asked.body.md5 });
  if (former) await rm(former.file, { force: true });
  response.writeHead(200, { etag: `"${asked.body.md5}"`, 'content-length': 0 }).end();
}

async function complete(asked: ObjectRequest, response: ServerResponse): Promise<void> {
  const upload = uploadOf(asked);
  const text = await readFile(asked.body.file, 'utf8');
  const named = [...text.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part]) => ({
    number: Number(/<PartNumber>(\d+)</.exec(part!)![1]),
    md5: /<ETag>(?:"|&quot;|&#34;)?([0-9a-f]+)/.exec(part!)![1],
  }));
  const parts = named.map(({ number, md5 }, index) => {
    const part = upload.parts.get(number);
    if (part?.md5 !== md5) throw new ObjectError(400, 'InvalidPart');
    if (index > 0 && number <= named[index - 1]!.number) throw new ObjectError(400, 'InvalidPartOrder');
    if (index < named.length - 1 && part!.bytes < smallestPart) throw new ObjectError(400, 'EntityTooSmall');
    return part!;
  });
  const file = asked.store.temporary();
  for (const part of parts) await pipeline(createReadStream(part.file), createWriteStream(file, { flags: 'a' }));
  asked.store.uploads.delete(upload.id);
  const digest = createHash('md5').update(Buffer.concat(parts.map(({ md5 }) => Buffer.from(md5, 'hex'))));
  const { etag } = await asked.store.put(upload.key, file, {
    bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
    etag: `"${digest.digest('hex')}-${parts.length}"`,
    metadata: upload.metadata,
  });
  for (const part of upload.parts.values()) await rm(part.file, { force: true });
  sendXml(
    response,
    `<CompleteMultipartUploadResult><Key>${escapeXml(upload.key)}</Key><ETag>${escapeXml(etag)}</ETag></CompleteMultipartUploadResult>`,
  );
}

async function abort(asked: ObjectRequest, response: ServerResponse): Promise<void> {
  const upload = uploadOf(asked);
  asked.store.uploads.delete(upload.id);
  for (const part of upload.parts.values()) await rm(part.file, { force: true });
  response.writeHead(204).end();
}

function list({ store, query }: ObjectRequest): string {
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter');
  const after = query.get('continuation-token') ?? '';
  const most = Math.min(Number(query.get('max-keys') ?? 1000), 1000);
  const entries = new Map<string, StoredObject | undefined>();
  for (const [key, object] of store.objects) {
    if (!key.startsWith(prefix)) continue;
    const cut = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
    if (cut === -1) entries.set(key, object);
    else entries.set(key.slice(0, cut + 1), undefined);
  }
  const left = [...entries].filter(([name]) => name > after).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const page = left.slice(0, most);
  const parts = page.map(([name, object]) =>
    object
      ? `<Contents><Key>${escapeXml(name)}</Key><LastModified>${object.modified}</LastModified><ETag>${escapeXml(object.etag)}</ETag><Size>${object.bytes}</Size></Contents>`
      : `<CommonPrefixes><Prefix>${escapeXml(name)}</Prefix></CommonPrefixes>`,
  );
  const isTruncated = left.length > most;
  const next = isTruncated ? `<NextContinuationToken>${escapeXml(page.at(-1)![0])}</NextContinuationToken>` : '';
  return `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated><KeyCount>${page.length}</KeyCount>${next}${parts.join('')}</ListBucketResult>`;
}

function listUploads({ store, query }: ObjectRequest): string {
  const prefix = query.get('prefix') ?? '';
  const uploads = [...store.uploads.values()]
    .filter(({ key }) => key.startsWith(prefix))
    .map(
      ({ key, id, initiated }) =>
        `<Upload><Key>${escapeXml(key)}</Key><UploadId>${id}</UploadId>${initiated && `<Initiated>${initiated}</Initiated>`}</Upload>`,
    );
  return `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${uploads.join('')}</ListMultipartUploadsResult>`;
}

function sendXml(response: ServerResponse, body: string): void {
  const text = `<?xml version="1.0" encoding="UTF-8"?>${body}`;
  response.writeHead(200, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(text) }).end(text);
}

function escapeXml(text: string): string {
  return text.replace(/[<>&"']/g, mark => `&#${mark.charCodeAt(0)};`);
}
