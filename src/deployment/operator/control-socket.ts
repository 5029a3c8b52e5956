// The control socket: how commands reach the process that has the data directory open. A Unix socket that only the
// operating system user may use. A command sends one JSON request. The answer is lines of JSON: progress, and at the end the
// result or the error. Only a backup is sent as a file.
//
// `up` locks the data directory; `serve` and `work` each lock a part of it. When nothing is running, a command opens the directory itself.
// Both ways call operator.ts.
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import process from 'node:process';
import readline from 'node:readline';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { OperatorError } from '../../errors.ts';
import { type Operator, operatorCommands } from './commands.ts';
import type { SyncEvent } from './sync.ts';

type Line = { event: SyncEvent } | { result: unknown } | { error: string };

/** JSON has no dates. They are tagged, so that a command gets the same values over the socket as in the process. */
function tagDate(this: unknown, key: string, value: unknown): unknown {
  const given = (this as Record<string, unknown>)[key];
  return given instanceof Date ? { $date: given.toISOString() } : value;
}

function untagDate(_key: string, value: unknown): unknown {
  const date = (value as { $date?: unknown } | null)?.$date;
  return typeof date === 'string' ? new Date(date) : value;
}

/** The path of a data directory's socket. */
export function controlSocketPath(dataDir: string): string {
  return path.join(dataDir, 'control.sock');
}

/** Longest path that a Unix socket may have everywhere. */
const longestSocketPath = 100;

/**
 * A short path to the socket. When the real path is too long, the path goes through an open descriptor of the data directory. The
 * socket never lies in a folder that others may write to.
 * @throws OperatorError where the path is too long and the system has no such paths
 */
function openSocketPath(dataDir: string): { readonly path: string; close(): void } {
  const inside = controlSocketPath(dataDir);
  if (Buffer.byteLength(inside) <= longestSocketPath) return { path: inside, close: () => {} };
  if (process.platform !== 'linux') {
    throw new OperatorError(`${inside} is too long for a socket; choose a data_dir of at most 80 characters`);
  }
  const folder = fs.openSync(dataDir, fs.constants.O_RDONLY | fs.constants.O_DIRECTORY);
  return { path: `/proc/self/fd/${folder}/control.sock`, close: () => fs.closeSync(folder) };
}

/**
 * Check the owner. Another user who can create a socket there could impersonate the service and receive clients' secrets.
 * @returns false when there is no socket
 * @throws OperatorError unless the socket and the folder belong to this user (for root: both to the same user), and nobody else
 *   can write there
 */
function checkOwner(dataDir: string): boolean {
  let socket: fs.Stats;
  let folder: fs.Stats;
  try {
    folder = fs.statSync(dataDir);
    socket = fs.lstatSync(controlSocketPath(dataDir));
  } catch {
    return false;
  }
  const user = process.geteuid?.() ?? folder.uid;
  const wrong = (what: string) =>
    new OperatorError(`${dataDir}: ${what}, so another user could impersonate the service; nothing was sent`);
  if (folder.uid !== user && user !== 0) throw wrong(`the folder belongs to user ${folder.uid}, not to ${user}`);
  if (folder.mode & 0o022) throw wrong('others may write to the folder (chmod 700 it)');
  if (!socket.isSocket()) throw wrong('control.sock is no socket');
  if (socket.uid !== folder.uid) throw wrong(`control.sock belongs to user ${socket.uid}, not to ${folder.uid}`);
  return true;
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
  const socket = openSocketPath(dataDir);
  fs.rmSync(socket.path, { force: true });
  const server = http.createServer((request, response) => {
    answer(operator, spoolBackup, request, response).catch(error => response.destroy(error));
  });
  const before = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(socket.path, resolve));
  } finally {
    process.umask(before);
  }
  return {
    close: () =>
      new Promise(resolve => {
        server.close(() => {
          socket.close();
          resolve();
        });
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
  const write = (line: Line) => response.write(`${JSON.stringify(line, tagDate)}\n`);
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    const { command, options } = JSON.parse(Buffer.concat(chunks).toString());
    if (command === backupCommand) return await sendAndRemove(await spoolBackup(), response);
    const known = operatorCommands.find(each => each === command);
    if (!known) throw new OperatorError(`the running service knows no command ${command}; is it of another version?`);
    write({ result: (await operator[known](options, (event: SyncEvent) => write({ event }))) ?? null });
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
  if (!(await answers(dataDir))) return undefined;
  const response = await post(dataDir, { command: backupCommand });
  if (response.headers['content-type'] === backupType) return response;
  await resultOf(response);
  throw new OperatorError('the running service made no backup; is it of another version?');
}

/** The operator of the process that has the data directory open; undefined when there is none. */
export async function connectOperator(dataDir: string): Promise<Operator | undefined> {
  if (!(await answers(dataDir))) return undefined;
  const call = (command: keyof Operator) => (options?: unknown, emit?: (event: SyncEvent) => void) =>
    send(dataDir, command, options, emit);
  return Object.fromEntries(operatorCommands.map(command => [command, call(command)])) as unknown as Operator;
}

/** Each request has a connection of its own: one that was kept open from an earlier request says nothing about now. */
async function answers(dataDir: string): Promise<boolean> {
  if (!checkOwner(dataDir)) return false;
  const { path: socketPath, close } = openSocketPath(dataDir);
  return new Promise<boolean>(resolve => {
    const connection = http.request({ socketPath, method: 'OPTIONS', agent: false });
    connection.on('socket', socket => {
      socket.once('connect', () => {
        resolve(true);
        connection.destroy();
      });
    });
    connection.on('error', () => resolve(false));
  }).finally(close);
}

async function send(
  dataDir: string,
  command: string,
  options: unknown,
  emit: ((event: SyncEvent) => void) | undefined,
): Promise<unknown> {
  return resultOf(await post(dataDir, { command, options }), emit);
}

function post(dataDir: string, body: unknown): Promise<http.IncomingMessage> {
  const { path: socketPath, close } = openSocketPath(dataDir);
  return new Promise<http.IncomingMessage>((resolve, reject) => {
    const request = http.request({ socketPath, method: 'POST', agent: false }, resolve);
    request.once('error', error => reject(closedEarly(error)));
    request.end(JSON.stringify(body));
  }).finally(close);
}

async function resultOf(response: http.IncomingMessage, emit?: (event: SyncEvent) => void): Promise<unknown> {
  const lines = readline.createInterface({ input: response })[Symbol.asyncIterator]();
  for (;;) {
    const { done, value: text } = await lines.next().catch(error => Promise.reject(closedEarly(error)));
    if (done) throw closedEarly();
    const line = JSON.parse(text, untagDate) as Line;
    if ('event' in line) emit?.(line.event);
    else if ('error' in line) throw new OperatorError(line.error);
    else return line.result;
  }
}

/** The error for a process that ended, or was killed, with a command in its hands. */
function closedEarly(cause?: Error): OperatorError {
  const message =
    'the running service closed the connection before it answered; its log says why. Look whether the command took effect';
  return new OperatorError(message, { cause });
}
