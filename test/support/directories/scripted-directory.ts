// A server that speaks LDAP and answers as a test says: what real servers do rarely, or never should.
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { BerReader, BerWriter, ModifyRequest } from 'ldapts';

export interface Asked {
  readonly base: string;
  readonly attributes: readonly string[];
  /** OIDs of the controls. */
  readonly cookie: string;
  /** The whole request, one character for each byte. */
  readonly text: string;
  /** Of a modification: `add member=cn=x`, `delete …`. */
  readonly changes?: readonly string[];
}

export interface ScriptedAnswer {
  readonly entries?: readonly (readonly [
    dn: string,
    attributes: Readonly<Record<string, readonly (string | Buffer)[]>>,
  ])[];
  /** Result code; default: success. */
  readonly code?: number;
  readonly diagnostic?: string;
  /** Cookie of the next page. */
  readonly cookie?: string;
  /** Sent as it is, instead of an answer. */
  readonly bytes?: Buffer;
  /** Say nothing. */
  readonly silent?: boolean;
}

export interface ScriptedDirectory {
  readonly url: string;
  readonly asked: Asked[];
  stop(): Promise<void>;
}

/** Answers binds with success, and searches and modifications with `answer`. */
export async function startScriptedDirectory(answer: (asked: Asked) => ScriptedAnswer): Promise<ScriptedDirectory> {
  const asked: Asked[] = [];
  const open = new Set<Socket>();
  const server = createServer(socket => {
    open.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => open.delete(socket));
    let waiting = Buffer.alloc(0);
    socket.on('data', chunk => {
      waiting = Buffer.concat([waiting, chunk]);
      for (;;) {
        const reader = new BerReader(waiting);
        if (waiting.length < 2 || reader.readSequence() === null || reader.remain < reader.length) return;
        const end = reader.offset + reader.length;
        const reply = replyTo(waiting.subarray(0, end), asked, answer);
        waiting = waiting.subarray(end);
        if (reply) socket.write(reply);
      }
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `ldap://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async stop() {
      for (const socket of open) socket.destroy();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

const bindRequest = 0x60;
const searchRequest = 0x63;
const modifyRequest = 0x66;

function replyTo(message: Buffer, asked: Asked[], answer: (asked: Asked) => ScriptedAnswer): Buffer | undefined {
  const reader = new BerReader(message);
  reader.readSequence();
  const id = reader.readInt()!;
  const operation = reader.readSequence();
  if (operation === bindRequest) return resultMessage(id, 0x61, {});
  const text = message.toString('latin1');
  if (operation === modifyRequest) return modifyReply(reader, { id, text, asked, answer });
  if (operation !== searchRequest) return undefined;
  const base = reader.readString() ?? '';
  // The attributes come last, after the filter.
  const attributes = ['member', 'objectClass', 'namingContexts', 'uSNChanged'].filter(name => text.includes(name));
  const range = /member;range=(\d+)-\*/.exec(text)?.[0];
  const cookie = /cookie-\w+/.exec(text)?.[0] ?? '';
  const question = { base, attributes: range === undefined ? attributes : [range], cookie, text };
  asked.push(question);
  const reply = answer(question);
  if (reply.silent) return undefined;
  if (reply.bytes) return reply.bytes;
  const entries = (reply.entries ?? []).map(([dn, values]) => entryMessage(id, dn, values));
  return Buffer.concat([...entries, resultMessage(id, 0x65, reply)]);
}

function modifyReply(
  reader: BerReader,
  message: { id: number; text: string; asked: Asked[]; answer: (asked: Asked) => ScriptedAnswer },
): Buffer | undefined {
  const { id, text, asked, answer } = message;
  const request = new ModifyRequest({ messageId: id });
  request.parseMessage(reader);
  const changes = request.changes.map(
    ({ operation, modification }) => `${operation} ${modification.type}=${modification.values.join()}`,
  );
  const question = { base: request.dn, attributes: [], cookie: '', text, changes };
  asked.push(question);
  const reply = answer(question);
  return reply.silent ? undefined : (reply.bytes ?? resultMessage(id, 0x67, reply));
}

function entryMessage(
  id: number,
  dn: string,
  attributes: Readonly<Record<string, readonly (string | Buffer)[]>>,
): Buffer {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(id);
  writer.startSequence(0x64);
  writer.writeString(dn);
  writer.startSequence();
  for (const [name, values] of Object.entries(attributes)) {
    writer.startSequence();
    writer.writeString(name);
    writer.startSequence(0x31);
    for (const value of values) writer.writeBuffer(Buffer.from(value), 0x04);
    writer.endSequence();
    writer.endSequence();
  }
  writer.endSequence();
  writer.endSequence();
  writer.endSequence();
  return writer.buffer;
}

function resultMessage(id: number, tag: number, { code = 0, diagnostic = '', cookie }: ScriptedAnswer): Buffer {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(id);
  writer.startSequence(tag);
  writer.writeEnumeration(code);
  writer.writeString('');
  writer.writeString(diagnostic);
  writer.endSequence();
  if (cookie !== undefined) {
    const value = new BerWriter();
    value.startSequence();
    value.writeInt(0);
    value.writeString(cookie);
    value.endSequence();
    writer.startSequence(0xa0);
    writer.startSequence();
    writer.writeString('1.2.840.113556.1.4.319');
    writer.writeBuffer(value.buffer, 0x04);
    writer.endSequence();
    writer.endSequence();
  }
  writer.endSequence();
  return writer.buffer;
}
