// One bucket of an S3-compatible server: requests that are repeated while repeating helps, and what their errors mean.
import { S3Client } from '@aws-sdk/client-s3';
import pLimit from 'p-limit';
import { explainError, isWorthAnotherTry } from './bucket-faults.ts';
import type { BucketSettings } from './bucket-settings.ts';

export interface Bucket {
  readonly name: string;
  /** What `settings.prefix` says, empty or with a slash at its end. */
  readonly prefix: string;
  readonly attempts: number;
  /** Ask once. @throws as isWorthAnotherTry() and explain() take it, or the signal's reason */
  once<Answer>(request: Request<Answer>, signal?: AbortSignal): Promise<Answer>;
  /** Ask until there is an answer, or none is to be expected. @throws what explain() makes of the last error */
  ask<Answer>(request: Request<Answer>, signal?: AbortSignal): Promise<Answer>;
  /** Wait before attempt number `attempt` + 1. */
  pause(attempt: number, signal?: AbortSignal): Promise<void>;
  /** What an error of once() means to a caller: a StorageFault, or the error itself where the caller knows better. */
  explain(error: unknown): Error;
  /** Run `work` when fewer than four others run: it holds one part of a file in memory. */
  holdingPart<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Refuse what comes, end what is under way. */
  close(): void;
}

export type Request<Answer> = (client: S3Client, options: { abortSignal: AbortSignal }) => Promise<Answer>;

const connectMs = 10_000;
const longestPauseMs = 8_000;
const partsInMemory = 4;
/** More than the SDK's 50: each reader of an export that is sent on holds one. */
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
    // Repeating is done here: a body that breaks off has to be repeated too, and the SDK's budget for repeats is shared by all.
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout: settings.stallMs ?? 30_000,
      httpAgent: agent,
      httpsAgent: agent,
    },
    // Each part is signed with its SHA-256 and each object verified by ours; CRC trailers, which many servers other than
    // Amazon's refuse, would add nothing.
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
    const waiting = either(signal);
    await new Promise<void>((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        reject(waiting.reason);
      };
      const timer = setTimeout(
        () => {
          waiting.removeEventListener('abort', stop);
          resolve();
        },
        longest * (0.5 + Math.random() / 2),
      );
      if (waiting.aborted) stop();
      else waiting.addEventListener('abort', stop, { once: true });
    });
  }

  const explain = (error: unknown) => explainError(error, settings);

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
