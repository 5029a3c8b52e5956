// The control socket, through which commands reach the process that has the data directory open. It is a Unix socket that only
// the operating system user may use. A connection carries one JSON request, then lines of JSON: progress, then the result or
// the error. The answer to a backup is the file instead.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { OperatorError } from '../errors.ts';
import type { Operator, SyncEvent } from './operator.ts';

type Line = { event: SyncEvent } | { result: unknown } | { error: string };

/** Longest path of a Unix socket that all systems support. */
const longestSocketPath = 100;

/** The path of a data directory's socket: inside it, or in the user's temporary folder when the path would be too long. */
export function controlSocketPath(dataDir: string): string {
  const inside = path.join(dataDir, 'control.sock');
  if (Buffer.byteLength(inside) <= longestSocketPath) return inside;
  const digest = createHash('sha256').update(dataDir).digest('hex').slice(0, 24);
  return path.join(os.tmpdir(), `rolecall-${os.userInfo().uid}-${digest}.sock`);
}

/**
 * Answer commands on the socket. The caller holds the data directory's lock, so an existing socket is a leftover.
 * @param spoolBackup writes a backup to a temporary file, which is removed once it was sent. The backup is not sent directly,
 *   because a reader may be slow and the state is blocked until the backup is written.
 */
export async function serveControl(
  dataDir: string,
  operator: Operator,
  spoolBackup: () => Promise<string>,
): Promise<{ close(): Promise<void> }> {
  const socket = controlSocketPath(dataDir);
  fs.rmSync(socket, { force: true });
  const server = http.createServer((request, response) => {
    answer(operator, spoolBackup, request, response).catch(error => response.destroy(error));
  });
  const before = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(socket, resolve));
  } finally {
    process.umask(before);
  }
  return {
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  operator: Operator,
  spoolBackup: () => Promise<string>,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const write = (line: Line) => response.write(`${JSON.stringify(line)}\n`);
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    const { command, options } = JSON.parse(Buffer.concat(chunks).toString());
    if (command === backupCommand) return await sendAndRemove(await spoolBackup(), response);
    const method = Object.hasOwn(operator, command) ? operator[command as keyof Operator] : undefined;
    if (!method) throw new OperatorError(`the running service knows no command ${command}; is it of another version?`);
    const emit = (event: SyncEvent) => write({ event });
    write({ result: (await (method as (options: unknown, emit: unknown) => Promise<unknown>)(options, emit)) ?? null });
  } catch (error) {
    write({ error: (error as Error).message });
  }
  response.end();
}

const backupCommand = 'backup';
const backupType = 'application/gzip';

async function sendAndRemove(file: string, response: http.ServerResponse): Promise<void> {
  try {
    response.writeHead(200, { 'content-type': backupType, 'content-length': fs.statSync(file).size });
    await pipeline(fs.createReadStream(file), response);
  } finally {
    fs.rmSync(file, { force: true });
  }
}

/**
 * A compressed backup from the process that has the data directory open; undefined when there is no such process. The stream
 * fails when the connection breaks.
 */
export async function fetchBackup(dataDir: string): Promise<Readable | undefined> {
  const socketPath = controlSocketPath(dataDir);
  if (!(await answers(socketPath))) return undefined;
  const response = await post(socketPath, { command: backupCommand });
  if (response.headers['content-type'] === backupType) return response;
  await resultOf(response);
  throw new OperatorError('the running service made no backup; is it of another version?');
}

/** The operator of the process that has the data directory open; undefined when there is none. */
export async function connectOperator(dataDir: string): Promise<Operator | undefined> {
  const socketPath = controlSocketPath(dataDir);
  if (!(await answers(socketPath))) return undefined;
  const call = (command: keyof Operator) => (options?: unknown, emit?: (event: SyncEvent) => void) =>
    send(socketPath, command, options, emit);
  return {
    sync: call('sync'),
    sources: call('sources'),
    rejected: call('rejected'),
    jobs: call('jobs'),
    addClient: call('addClient'),
    listClients: call('listClients'),
    revokeClient: call('revokeClient'),
    rotateKey: call('rotateKey'),
  } as Operator;
}

async function answers(socketPath: string): Promise<boolean> {
  return new Promise(resolve => {
    const connection = http.request({ socketPath, method: 'OPTIONS' });
    connection.on('socket', socket => {
      socket.once('connect', () => {
        resolve(true);
        connection.destroy();
      });
    });
    connection.on('error', () => resolve(false));
  });
}

async function send(
  socketPath: string,
  command: string,
  options: unknown,
  emit: ((event: SyncEvent) => void) | undefined,
): Promise<unknown> {
  return resultOf(await post(socketPath, { command, options }), emit);
}

function post(socketPath: string, body: unknown): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = http.request({ socketPath, method: 'POST' }, resolve);
    request.once('error', reject);
    request.end(JSON.stringify(body));
  });
}

async function resultOf(response: http.IncomingMessage, emit?: (event: SyncEvent) => void): Promise<unknown> {
  for await (const text of readline.createInterface({ input: response })) {
    const line = JSON.parse(text) as Line;
    if ('event' in line) emit?.(line.event);
    else if ('error' in line) throw new OperatorError(line.error);
    else return line.result;
  }
  throw new OperatorError('the running service closed the connection before it answered');
}
