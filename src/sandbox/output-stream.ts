// The output of a request that writes to the pipe of its process.
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Channel } from './channel.ts';
import { pipeName } from './child.ts';
import type { Lifetime } from './lifetime.ts';
import { readPipe } from './pipe-output.ts';
import type { RunLimits, Watch } from './watch.ts';

export interface OutputStream {
  /** The description that the process sent before its first byte. */
  readonly about: unknown;
  readonly output: Readable;
  /** Settles when the process is free for other work, or has ended. */
  readonly finished: Promise<void>;
}

/**
 * Run a request and resolve with the first byte of its output. Stops the watch at the end of the output. When this function
 * rejects, the caller has to stop the watch.
 */
export async function streamOutput(
  { folder, channel, lifetime, ended }: { folder: string; channel: Channel; lifetime: Lifetime; ended: Promise<void> },
  request: unknown,
  limits: RunLimits,
  watch: Watch,
): Promise<OutputStream> {
  const { about, result, output, finished } = await beginOutput(folder, channel, request, limits, lifetime);
  finished.finally(watch.stop);
  // The request is over. A client that disconnects now must not end the process, which the next request can use.
  output.once('end', watch.stop);
  result.catch(error => {
    output.destroy(error);
    // The failed request may have left the pipe open. The next reader would then wait for its end without limit.
    lifetime.kill('replaced');
  });
  ended.then(() => output.destroy(lifetime.toError()));
  output.once('close', () => {
    if (!output.readableEnded) lifetime.kill('cancelled');
  });
  await once(output, 'readable');
  watch.extend(limits.streamTimeMs ?? limits.timeMs);
  return { about, output, finished };
}

/** Send the request and resolve when the process begins to write. Rejects when the request fails before. */
async function beginOutput(
  folder: string,
  channel: Channel,
  request: unknown,
  { outputBytes = Infinity }: RunLimits,
  lifetime: Lifetime,
) {
  // Opened before the process opens it, and without waiting: opening a pipe for writing blocks until it has a reader.
  const reader = fs.openSync(path.join(folder, pipeName), fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
  try {
    const { about, result } = await sendForOutput(channel, request);
    return { about, result, ...readPipe(reader, result, outputBytes, () => lifetime.kill('output')) };
  } catch (error) {
    fs.closeSync(reader);
    throw error;
  }
}

function sendForOutput(channel: Channel, request: unknown): Promise<{ about: unknown; result: Promise<unknown> }> {
  return new Promise((resolve, reject) => {
    const result = channel.send({ run: request }, about => resolve({ about, result }));
    result.catch(reject);
  });
}
