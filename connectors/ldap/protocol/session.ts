// One connection to a server. It carries several operations at a time (RFC 4511, section 3.1). When it breaks, all of them and every
// later one fail: it never connects again by itself, because a new connection would read as an anonymous user, who sees less.
//
// ldapts encodes the requests. The answers are decoded here: its client ends a search at an empty page although the server has
// more, hides which limit cut an answer off, reconnects without signing in, and its decoder does not end on malformed messages.
import type { Socket } from 'node:net';
import {
  type AddRequest,
  BindRequest,
  type DeleteRequest,
  ExtendedRequest,
  type ModifyRequest,
  type SearchRequest,
  UnbindRequest,
} from 'ldapts';
import pLimit from 'p-limit';
import { SourceUnavailable } from '../../../src/connector/transient.ts';
import { changesUnderWay, maxMessageBytes } from '../limits.ts';
import { MalformedAnswer } from './ber.ts';
import { bindFault, connectionFault, resultCodes, settingFault, wordsOf } from './faults.ts';
import { createFramer } from './frames.ts';
import { type Answer, decodeMessage, type Result } from './messages.ts';
import { type Endpoint, openSocket, upgradeSocket } from './socket.ts';

export interface LdapSession {
  readonly endpoint: Endpoint;
  /** The most entries of one search with all its pages. */
  readonly mostEntries: number;
  /** @throws SourceError when the server does not accept name and password */
  bind(name: string, password: string): Promise<void>;
  /**
   * Send a search, and pass on what comes before its result.
   * @throws SourceUnavailable when the connection breaks or the server is silent for too long
   */
  search(request: SearchRequest, onAnswer: (answer: Answer) => void): Promise<Result>;
  /**
   * Send a request that changes an entry. The result may be a refusal.
   * @throws SourceUnavailable when the connection breaks or the server is silent for too long: the change may have happened
   */
  change(request: ModifyRequest | AddRequest | DeleteRequest): Promise<Result>;
  /** Work alone: for pages of searches, because OpenLDAP keeps the state of only one paged search for each connection. */
  inTurn<Value>(work: () => Promise<Value>): Promise<Value>;
  close(): void;
}

export interface LdapSessionOptions {
  readonly endpoint: Endpoint;
  /** Certificates of the trusted authorities (PEM). */
  readonly ca: string | undefined;
  /** How long the server may be silent while an operation runs. */
  readonly silenceMs: number;
  /** Of one answer. */
  readonly mostBytes: number;
  /** Of one search with all its pages. */
  readonly mostEntries: number;
  readonly signal: AbortSignal;
}

/** RFC 4511, section 4.14 */
const startTlsOid = '1.3.6.1.4.1.1466.20037';

/** The parts of an ldapts request that a session needs. */
type Request = Pick<SearchRequest, 'messageId' | 'write'>;

interface Pending {
  readonly onAnswer: (answer: Answer) => void;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
  /** Ends the wait for the whole answer. */
  readonly timer: NodeJS.Timeout;
  bytes: number;
}

/** Connect, and encrypt the connection as the endpoint says. @throws SourceError, SourceUnavailable */
export async function openLdapSession(options: LdapSessionOptions): Promise<LdapSession> {
  const { endpoint, ca, silenceMs, signal } = options;
  const { address } = endpoint;
  const attached = (socket: Socket) => attach(socket, options);
  try {
    const plain = await inTime(openSocket(endpoint, ca), silenceMs, signal);
    if (endpoint.encryption !== 'start_tls') return sessionOn(attached(plain), options);
    const first = attached(plain);
    const result = await first.send(id => new ExtendedRequest({ messageId: id, oid: startTlsOid }), unexpected);
    if (result.code !== resultCodes.success) {
      first.end();
      const fix =
        'set url to ldaps://, or set encryption to `none` if passwords and data may cross the network readable';
      throw settingFault('encryption', `${address} does not offer StartTLS (${wordsOf(result)})`, fix);
    }
    first.detach();
    return sessionOn(attached(await inTime(upgradeSocket(plain, endpoint, ca), silenceMs, signal)), options);
  } catch (error) {
    throw signal.aborted ? signal.reason : connectionFault(error, address);
  }
}

function sessionOn(wire: Wire, { endpoint, mostEntries }: LdapSessionOptions): LdapSession {
  let last: Promise<unknown> = Promise.resolve();
  const changing = pLimit(changesUnderWay);
  return {
    endpoint,
    mostEntries,
    async bind(name, password) {
      const result = await wire.send(messageId => new BindRequest({ messageId, dn: name, password }), unexpected);
      if (result.code !== resultCodes.success) throw bindFault(result, endpoint.address);
    },
    search: (request, onAnswer) => wire.send(id => Object.assign(request, { messageId: id }), onAnswer),
    change: request => changing(() => wire.send(id => Object.assign(request, { messageId: id }), unexpected)),
    inTurn(work) {
      const done = last.then(work);
      last = done.catch(() => {});
      return done;
    },
    close: () => wire.end(),
  };
}

function unexpected(): never {
  throw new MalformedAnswer('an entry that nobody asked for');
}

/** The running operations, over a connected socket. */
interface Wire {
  send(request: (messageId: number) => Request, onAnswer: (answer: Answer) => void): Promise<Result>;
  /** Stop listening, and leave the socket open. */
  detach(): void;
  end(): void;
}

/** A whole answer may take so many times as long as the server may be silent. */
const wholeLimit = 10;

function attach(socket: Socket, { endpoint: { address }, silenceMs, mostBytes, signal }: LdapSessionOptions): Wire {
  const take = createFramer(Math.min(maxMessageBytes, mostBytes));
  let lastId = 0;
  const pending = new Map<number, Pending>();
  let broken: Error | undefined;

  const fail = (error: unknown) => {
    broken ??= signal.aborted ? (signal.reason as Error) : connectionFault(error, address);
    const failed = [...pending.values()];
    pending.clear();
    socket.setTimeout(0);
    socket.destroy();
    for (const { reject, timer } of failed) {
      clearTimeout(timer);
      reject(broken);
    }
  };
  const onMessage = (bytes: Buffer) => {
    const { id, answer } = decodeMessage(bytes);
    if (id === 0) throw new SourceUnavailable(`${address} ends the connection${noticeOf(answer)}`);
    const asked = pending.get(id);
    if (!asked) throw new MalformedAnswer(`an answer to message ${id}, which is not open`);
    asked.bytes += bytes.length;
    if (asked.bytes > mostBytes)
      throw new MalformedAnswer(`more than ${mostBytes} bytes in one answer (answer_megabytes)`);
    if (answer.kind !== 'result') return asked.onAnswer(answer);
    pending.delete(id);
    clearTimeout(asked.timer);
    if (pending.size === 0) socket.setTimeout(0);
    asked.resolve(answer.result);
  };
  const onData = (chunk: Buffer) => {
    try {
      for (const message of take(chunk)) onMessage(message);
    } catch (error) {
      fail(error);
    }
  };
  const onClose = () => fail(Object.assign(new Error('the server closed it'), { code: 'ECONNRESET' }));
  const onTimeout = () => {
    const { bytesRead } = socket;
    // When this process was busy for as long, the answer may lie in the socket: it is read before the next turn.
    setImmediate(() => {
      if (pending.size === 0 || socket.bytesRead > bytesRead) return;
      fail(new SourceUnavailable(`${address} did not answer for ${Math.round(silenceMs / 1000)} s (timeout_seconds)`));
    });
  };
  const onSlow = () => {
    const seconds = Math.round((silenceMs * wholeLimit) / 1000);
    const limits = `${seconds} s (${wholeLimit} times timeout_seconds)`;
    fail(new SourceUnavailable(`an answer of ${address} was not complete after ${limits}`));
  };
  const onAbort = () => fail(signal.reason);
  socket.on('data', onData).on('error', fail).on('close', onClose).on('timeout', onTimeout);
  signal.addEventListener('abort', onAbort, { once: true });
  const detach = () => {
    socket.off('data', onData).off('error', fail).off('close', onClose).off('timeout', onTimeout);
    signal.removeEventListener('abort', onAbort);
    socket.setTimeout(0);
  };

  const write = joinedWrites(socket);
  return {
    send(request, onAnswer) {
      if (broken) return Promise.reject(broken);
      lastId += 1;
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      pending.set(lastId, { onAnswer, resolve, reject, bytes: 0, timer: setTimeout(onSlow, silenceMs * wholeLimit) });
      socket.setTimeout(silenceMs);
      write(request(lastId).write());
      return promise;
    },
    detach,
    end() {
      if (broken) return;
      broken = new Error('the session is closed');
      detach();
      socket.on('error', () => {});
      socket.end(new UnbindRequest({ messageId: lastId + 1 }).write());
      // A server that does not close its side would keep the process alive.
      socket.unref();
    },
  };
}

/** Requests that are sent in the same turn of the event loop go to the system at once. */
function joinedWrites(socket: Socket): (bytes: Buffer) => void {
  let isCorked = false;
  return bytes => {
    if (!isCorked) {
      isCorked = true;
      socket.cork();
      setImmediate(() => {
        isCorked = false;
        socket.uncork();
      });
    }
    socket.write(bytes);
  };
}

/** Notice of disconnection (RFC 4511, section 4.4.1). */
function noticeOf(answer: Answer): string {
  return answer.kind === 'result' ? ` (${wordsOf(answer.result)})` : '';
}

/** Destroys a socket that connects too late. */
async function inTime(connecting: Promise<Socket>, silenceMs: number, signal: AbortSignal): Promise<Socket> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })), silenceMs);
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    signal.throwIfAborted();
    return await Promise.race([connecting, promise]);
  } catch (error) {
    connecting.then(
      socket => socket.destroy(),
      () => {},
    );
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}
