// Limits on what a server may answer, because it may be hostile, broken, or no such server at all: how long an answer may take, how large
// it may be, and how many objects a list may have. HTTP sources have limits of their own in http/.
import { z } from 'zod';
import { SourceError } from './contract.ts';
import { SourceUnavailable } from './transient.ts';

const megabyte = 1024 * 1024;

/** Settings that connectors over other protocols than HTTP share. */
export const answerSizeSettings = {
  answer_megabytes: z
    .int()
    .min(1)
    .max(4096)
    .default(512)
    .describe('The most that one answer of the server may have: a page of rows or entries'),
  most_objects: z
    .int()
    .min(1)
    .max(1_000_000_000)
    .default(50_000_000)
    .describe('The most rows or entries that one list of the server may have'),
};

export interface AnswerLimits {
  readonly milliseconds: number;
  readonly megabytes: number;
  /** The settings that make up the time, for messages. */
  readonly timeSettings: string;
}

/** How a connection is watched while it waits. */
export interface WatchedConnection {
  /** Bytes that have come so far. */
  bytesRead(): number;
  /** Break the connection. */
  fail(error: Error): void;
}

const checkEveryMs = 50;
/** A longer time between two checks counts as this one: this process was busy, and the answer may have come meanwhile. */
const longestTurnMs = 2 * checkEveryMs;

/**
 * Wait for one answer. When it takes too long or becomes too large, the connection is broken.
 * @throws SourceUnavailable, SourceError, or what `work` throws
 */
export async function withinLimits<Value>(
  { milliseconds, megabytes, timeSettings }: AnswerLimits,
  { bytesRead, fail }: WatchedConnection,
  work: () => Promise<Value>,
): Promise<Value> {
  const before = bytesRead();
  let waitedMs = 0;
  let checkedAt = performance.now();
  const { promise: broken, reject } = Promise.withResolvers<never>();
  broken.catch(() => {});
  const isTooLarge = () => bytesRead() - before > megabytes * megabyte;
  const fault = (): Error | undefined => {
    if (isTooLarge()) return tooLarge(megabytes);
    if (waitedMs <= milliseconds) return undefined;
    return new SourceUnavailable(`an answer was not complete after ${milliseconds / 1000} s (${timeSettings})`);
  };
  const timer = setInterval(() => {
    const now = performance.now();
    waitedMs += Math.min(now - checkedAt, longestTurnMs);
    checkedAt = now;
    const error = fault();
    if (!error) return;
    clearInterval(timer);
    reject(error);
    fail(error);
  }, checkEveryMs);
  try {
    const value = await Promise.race([work(), broken]);
    if (!isTooLarge()) return value;
    const error = tooLarge(megabytes);
    fail(error);
    throw error;
  } catch (error) {
    // An answer without end may not even be of the protocol, and that is seen first.
    throw isTooLarge() ? tooLarge(megabytes) : error;
  } finally {
    clearInterval(timer);
  }
}

function tooLarge(megabytes: number): SourceError {
  const message = `an answer of the server has more than ${megabytes} megabytes`;
  const fix = 'see what the server sends, and set more answer_megabytes if it is right';
  return new SourceError([{ severity: 'error', place: 'answer_megabytes', message, fix }]);
}

/** @throws SourceError when a list has more objects than `most_objects` allows */
export function expectEnd(objects: number, most: number, what: string): void {
  if (objects <= most) return;
  const message = `the server sent more than ${most} ${what} in one list, so reading it may never end`;
  const fix = 'see what the server sends, and set more most_objects if it has so many';
  throw new SourceError([{ severity: 'error', place: 'most_objects', message, fix }]);
}
