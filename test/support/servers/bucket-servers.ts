// S3 servers on which the same tests run: our own, s3rver as an independent one, and the one that the environment names.
//
// s3rver 5.0.0 rejects the SDK's correct signature of a request about a bucket (/bucket/?list-type=2), so tests switch its check of
// signatures off, except where signatures are tested. It does not compare a body with its signed hash either.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import S3rver from '@20minutes/s3rver';
import { DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { type ObjectServer, startObjectServer } from './object-server.ts';

export interface BucketServer {
  readonly settings: ObjectServer['settings'];
  /** Whether it honours If-None-Match. */
  readonly conditions: boolean;
  stop(): Promise<void>;
}

/** Features that a server lacks or gets wrong; tests do not use them on it. */
export type Gap =
  | 'abandoned uploads'
  | 'uploads that are ended twice'
  | 'listings in pages'
  | 'listings of deep folders'
  | 'ranges of one byte'
  | 'proxies';

const gapsOfS3rver: readonly Gap[] = [
  'abandoned uploads',
  'uploads that are ended twice',
  'listings in pages',
  'listings of deep folders',
  'ranges of one byte',
];

/** `http://KEY_ID:SECRET@host:port/bucket?region=us-east-1`; tests use only prefixes of their own in it. */
const given = process.env['ROLECALL_TEST_S3_URL'];

type Startable = readonly [name: string, start: () => Promise<BucketServer>, gaps: readonly Gap[]];

export const bucketServers: readonly Startable[] = [
  ['a bucket', startOwn, []],
  ['a bucket of s3rver', startS3rver, gapsOfS3rver],
  ...(given ? [givenServer(given)] : []),
];

function givenServer(address: string): Startable {
  const { host, protocol } = new URL(address);
  return [`the bucket at ${host}`, () => useGiven(address), protocol === 'https:' ? ['proxies'] : []];
}

async function startOwn(): Promise<BucketServer> {
  const { settings, stop } = await startObjectServer();
  return { settings, conditions: true, stop };
}

/** @param strict check signatures; requests about the bucket then fail, but objects can be written, read and removed */
export async function startS3rver({ strict = false } = {}): Promise<BucketServer> {
  const directory = mkdtempSync(path.join(tmpdir(), 'rolecall-s3rver-'));
  const server = new S3rver({
    directory,
    address: '127.0.0.1',
    port: 0,
    silent: true,
    allowMismatchedSignatures: !strict,
    configureBuckets: [{ name: 'rolecall' }],
  });
  const { port } = await server.run();
  return {
    settings: {
      bucket: 'rolecall',
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      path_style: true,
      access_key_id: 'S3RVER',
      secret_access_key: 'S3RVER',
    },
    conditions: false,
    stop: async () => {
      server.httpServer.closeAllConnections();
      await new Promise(resolve => server.httpServer.close(resolve));
      rmSync(directory, { recursive: true });
    },
  };
}

async function useGiven(address: string): Promise<BucketServer> {
  const url = new URL(address);
  const settings: BucketServer['settings'] = {
    bucket: decodeURIComponent(url.pathname.slice(1)),
    endpoint: url.origin,
    region: url.searchParams.get('region') ?? 'us-east-1',
    path_style: true,
    access_key_id: decodeURIComponent(url.username),
    secret_access_key: decodeURIComponent(url.password),
  };
  return {
    settings,
    conditions: await keepsToConditions(settings),
    stop: async () => {},
  };
}

async function keepsToConditions(settings: BucketServer['settings']): Promise<boolean> {
  const { bucket: Bucket } = settings;
  const Key = `rolecall-test-${randomUUID()}`;
  const client = openClient(settings);
  try {
    await client.send(new PutObjectCommand({ Bucket, Key, Body: 'there' }));
    return await client.send(new PutObjectCommand({ Bucket, Key, Body: 'there', IfNoneMatch: '*' })).then(
      () => false,
      error => {
        if (error.$metadata?.httpStatusCode === 501) return false;
        if (error.name === 'PreconditionFailed') return true;
        throw error;
      },
    );
  } finally {
    await client.send(new DeleteObjectCommand({ Bucket, Key }));
    client.destroy();
  }
}

/** A client for requests that the service itself never makes. */
export function openClient({ endpoint, region, ...settings }: BucketServer['settings']): S3Client {
  const credentials = { accessKeyId: settings.access_key_id, secretAccessKey: settings.secret_access_key };
  return new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials,
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}
