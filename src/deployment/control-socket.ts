// The control socket: how commands reach the process that has the data directory open. A Unix socket that only the
// operating system user may use; one JSON request, then lines of JSON: progress, and at last the result or the error. Only
// a backup is answered by a file.
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

/** Longest path that a Unix socket may have everywhere. */
const longestSocketPath = 100;

/** Where the socket of a data directory is: in it, or in the user's temporary folder when that path is too long. */
export function controlSocketPath(dataDir: string): string {
  const inside = path.join(dataDir, 'control.sock');
  if (Buffer.byteLength(inside) <= longestSocketPath) return inside;
  const digest = createHash('sha256').update(dataDir).digest('hex').slice(0, 24);
  return path.join(os.tmpdir(), `rolecall-${os.userInfo().uid}-${digest}.sock`);
}

/**
 * Answer commands on the socket. The caller holds the data directory's lock, so a socket that is there is left over.
 * @param spoolBackup writes a backup to a file of its own, which is removed once it was sent: a reader may be slow, and the
 *   state waits until a backup is written
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
    const tell = (event: SyncEvent) => write({ event });
    write({ result: (await (method as (options: unknown, tell: unknown) => Promise<unknown>)(options, tell)) ?? null });
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
 * A backup, compressed, from the process that has the data directory open; undefined when there is none. The stream fails
 * when it breaks off.
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
  const call = (command: keyof Operator) => (options?: unknown, tell?: (event: SyncEvent) => void) =>
    send(socketPath, command, options, tell);
  return {
    sync: call('sync'),
    sources: call('sources'),
    rejected: call('rejected'),
    jobs: call('jobs'),
    audit: call('audit'),
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
  tell: ((event: SyncEvent) => void) | undefined,
): Promise<unknown> {
  return resultOf(await post(socketPath, { command, options }), tell);
}

function post(socketPath: string, body: unknown): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = http.request({ socketPath, method: 'POST' }, resolve);
    request.once('error', reject);
    request.end(JSON.stringify(body));
  });
}

async function resultOf(response: http.IncomingMessage, tell?: (event: SyncEvent) => void): Promise<unknown> {
  for await (const text of readline.createInterface({ input: response })) {
    const line = JSON.parse(text) as Line;
    if ('event' in line) tell?.(line.event);
    else if ('error' in line) throw new OperatorError(line.error);
    else return line.result;
  }
  throw new OperatorError('the running service closed the connection before it answered');
}
