// One bucket of an S3-compatible server: retries requests as long as a retry can help, and explains their errors.
import { setTimeout as wait } from 'node:timers/promises';
import { S3Client } from '@aws-sdk/client-s3';
import pLimit from 'p-limit';
import { explainBucketError, isWorthAnotherTry } from './bucket-faults.ts';
import type { BucketSettings } from './bucket-settings.ts';

export interface Bucket {
  readonly name: string;
  /** `settings.prefix`: empty, or with a slash at its end. */
  readonly prefix: string;
  readonly attempts: number;
  /** Send a request once. @throws the SDK's own error, for isWorthAnotherTry() and explainBucketError(), or the signal's reason */
  once<Answer>(request: Request<Answer>, signal?: AbortSignal): Promise<Answer>;
  /** Send a request, with retries. @throws the last error as explainBucketError() returns it, or the signal's reason */
  ask<Answer>(request: Request<Answer>, signal?: AbortSignal): Promise<Answer>;
  /** Wait before attempt number `attempt` + 1. */
  pause(attempt: number, signal?: AbortSignal): Promise<void>;
  /** Turn an error of once() into a StorageFault, or return it unchanged where callers handle it themselves. */
  explain(error: unknown): Error;
  /** Run `work`, which holds one part of a file in memory, once fewer than four others run. */
  holdingPart<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Reject new requests and abort running ones. */
  close(): void;
}

export type Request<Answer> = (client: S3Client, options: { abortSignal: AbortSignal }) => Promise<Answer>;

const connectMs = 10_000;
const longestPauseMs = 8_000;
const partsInMemory = 4;
/** More than the SDK's 50, because each client that downloads an export holds one connection. */
const mostConnections = 256;

export function openBucket(settings: BucketSettings): Bucket {
  const { access_key_id: accessKeyId, secret_access_key: secretAccessKey } = settings;
  const attempts = settings.attempts ?? 7;
  const closing = new AbortController();
  const agent = { keepAlive: true, maxSockets: mostConnections };
  const client = new S3Client({
    region: settings.region,
    ...(settings.endpoint && { endpoint: settings.endpoint }),
    forcePathStyle: settings.path_style ?? false,
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
    // Retries are made here: a body that breaks off needs one too, and the SDK's retry budget is shared by all requests.
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout: settings.stallMs ?? 30_000,
      httpAgent: agent,
      httpsAgent: agent,
    },
    // No CRC trailers: many servers other than Amazon's reject them, and they would add nothing. Each part is signed with its
    // SHA-256, and each object is verified against the sha256 in its metadata.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });

  const either = (signal?: AbortSignal) => (signal ? AbortSignal.any([signal, closing.signal]) : closing.signal);

  async function once<Answer>(request: Request<Answer>, signal?: AbortSignal): Promise<Answer> {
    const abortSignal = either(signal);
    abortSignal.throwIfAborted();
    try {
      return await request(client, { abortSignal });
    } catch (error) {
      abortSignal.throwIfAborted();
      throw error;
    }
  }

  async function ask<Answer>(request: Request<Answer>, signal?: AbortSignal): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await once(request, signal);
      } catch (error) {
        either(signal).throwIfAborted();
        if (attempt >= attempts || !isWorthAnotherTry(error)) throw explain(error);
      }
      await pause(attempt, signal);
    }
  }

  async function pause(attempt: number, signal?: AbortSignal): Promise<void> {
    const longest = Math.min(longestPauseMs, (settings.pauseMs ?? 300) * 2 ** (attempt - 1));
    const signals = either(signal);
    await wait(longest * (0.5 + Math.random() / 2), undefined, { signal: signals }).catch(() =>
      signals.throwIfAborted(),
    );
  }

  const explain = (error: unknown) => explainBucketError(error, settings);

  return {
    name: settings.bucket,
    prefix: settings.prefix ? `${settings.prefix.replace(/^\/+|\/+$/g, '')}/` : '',
    attempts,
    once,
    ask,
    pause,
    explain,
    holdingPart: pLimit(partsInMemory),
    close: () => {
      closing.abort(new Error('the storage is closed'));
      client.destroy();
    },
  };
}
