// An S3-compatible server over a folder, with the features that the service uses: objects with metadata, ranges, conditions,
// listing, multipart uploads, and verified signatures. It refuses every request that it does not know.
//
// It is more exact than the servers on npm. The same tests also run on the other servers of bucket-servers.ts, which shows where
// this server misreads the protocol.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ObjectError } from './object-error.ts';
import { handleObject } from './object-requests.ts';
import { checkSignature, receiveBody } from './object-signature.ts';
import { type ObjectStore, openObjectStore } from './object-store.ts';

export const objectServerKeys = { access_key_id: 'rolecall-test', secret_access_key: 'only-for-tests-0123456789' };

export interface ObjectServer {
  /** http://127.0.0.1:<port> */
  readonly url: string;
  readonly store: ObjectStore;
  /** The settings for openStorage(), without the cache. A test may replace `endpoint` by that of a proxy. */
  readonly settings: {
    bucket: string;
    endpoint: string;
    region: string;
    path_style: true;
    access_key_id: string;
    secret_access_key: string;
  };
  stop(): Promise<void>;
}

/**
 * @param folder holds the objects, also those of an earlier server; default: a temporary folder, which stop() removes
 * @param bucket the name of the only bucket
 */
export async function startObjectServer({
  folder,
  bucket = 'rolecall',
  port = 0,
}: {
  folder?: string;
  bucket?: string;
  port?: number;
} = {}): Promise<ObjectServer> {
  const root = folder ?? (await mkdtemp(path.join(tmpdir(), 'rolecall-objects-')));
  const store = await openObjectStore(root);
  /** Requests that stop() waits for: a received body may become an object even after its client has disconnected. */
  const underWay = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    const answering = answer(request, response)
      .catch(error => refuse(request, response, error))
      .finally(() => underWay.delete(answering));
    underWay.add(answering);
  });
  server.requestTimeout = 0;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    checkSignature(request, objectServerKeys);
    const body = await receiveBody(request, store.temporary());
    try {
      const url = new URL(request.url!, 'http://objects');
      const [, name, ...rest] = url.pathname.split('/');
      if (decodeURIComponent(name!) !== bucket) throw new ObjectError(404, 'NoSuchBucket');
      const key = rest.map(decodeURIComponent).join('/');
      await handleObject(
        { store, method: request.method!, key, query: url.searchParams, headers: request.headers, body },
        response,
      );
    } finally {
      await rm(body.file, { force: true });
    }
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    store,
    settings: { bucket, endpoint: url, region: 'us-east-1', path_style: true, ...objectServerKeys },
    stop: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
      await Promise.all(underWay);
      if (!folder) await rm(root, { recursive: true, force: true });
    },
  };
}

function refuse(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const { status, code, message } =
    error instanceof ObjectError ? error : { status: 500, code: 'InternalError', message: String(error) };
  if (!(error instanceof ObjectError) && !request.destroyed) console.error(error);
  const text = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message><RequestId>${randomUUID()}</RequestId></Error>`;
  response.writeHead(status, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(text) });
  response.end(request.method === 'HEAD' ? undefined : text);
}

// As a process of its own: node test/support/servers/object-server.ts [folder] [port] prints its settings as one line of JSON.
if (import.meta.main) {
  const [, , folder, port] = process.argv;
  const server = await startObjectServer({ ...(folder && { folder }), port: Number(port ?? 0) });
  console.log(JSON.stringify(server.settings));
  process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)));
}
