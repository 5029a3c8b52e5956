// Servers that are endless, huge, slow or lying: opening, checking and reading end with one sentence that says what is wrong, within
// limits that are set small here, and the memory stays bounded.
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ldap } from '../../connectors/ldap/index.ts';
import { mysql } from '../../connectors/mysql/index.ts';
import { postgres } from '../../connectors/postgres/index.ts';
import type { Connector } from '../../src/connector/contract.ts';
import { isLong } from '../support/long-tests.ts';

const megabyte = 1024 * 1024;
/** On a slow machine, the time is over before so much has come. */
const tooMuch = /more than 4 megabytes|not complete after/;
let server: Server | undefined;
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  server?.close();
});

/** A server that does with each connection what it likes. @returns its port */
async function serve(behave: (socket: Socket) => void): Promise<number> {
  server = createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => {});
    behave(socket);
  });
  await new Promise<void>(resolve => server!.listen(0, '127.0.0.1', resolve));
  return (server.address() as { port: number }).port;
}

/** Write without end, no faster than the other side reads. */
function pour(socket: Socket, next: () => Buffer): void {
  const more = () => {
    while (!socket.destroyed && socket.write(next()));
  };
  socket.on('drain', more);
  more();
}

/** A byte each tenth of a second. */
function drip(socket: Socket, bytes: Buffer): void {
  let at = 0;
  const timer = setInterval(() => {
    if (socket.destroyed || at >= bytes.length) clearInterval(timer);
    else socket.write(bytes.subarray(at, ++at));
  }, 100);
  socket.on('close', () => clearInterval(timer));
}

/** Opens, checks and reads everything. @returns the message of the first error; `done` without one, and how many records came */
async function outcomeOf(connector: Connector, settings: object) {
  const controller = new AbortController();
  let records = 0;
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 20);
  try {
    const client = await connector.open(connector.settings.parse(settings), {
      sourceId: 'hostile',
      applicationInstanceId: '00000000-0000-4000-8000-000000000000',
      baseFolder: '/',
      signal: controller.signal,
    });
    try {
      await connector.check(client);
      for (const read of connector.reads(client)) {
        for await (const page of read.pages(client, undefined)) records += page.records.length;
      }
    } finally {
      await connector.close?.(client);
    }
    return { message: 'done', records, grown: most - before };
  } catch (error) {
    return { message: (error as Error).message, records, grown: most - before };
  } finally {
    clearInterval(watch);
  }
}

/** A message of the PostgreSQL protocol. */
function pgMessage(type: string, body: Buffer, length = body.length + 4): Buffer {
  const header = Buffer.alloc(5);
  header.write(type, 0, 'latin1');
  header.writeUInt32BE(length, 1);
  return Buffer.concat([header, body]);
}
const text = (value: string) => Buffer.from(`${value}\0`);
const int16 = (...values: number[]) => Buffer.from(new Uint8Array(values.flatMap(value => [value >> 8, value & 255])));
const int32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const pgReady = pgMessage('Z', Buffer.from('I'));
const pgLogin = Buffer.concat([pgMessage('R', int32(0)), pgReady]);
const pgDone = Buffer.concat([pgMessage('C', text('OK')), pgReady]);
const pgColumns = (...names: string[]) =>
  pgMessage(
    'T',
    Buffer.concat([
      int16(names.length),
      ...names.map(name => Buffer.concat([text(name), int32(0), int16(0), int32(25), int16(-1), int32(-1), int16(0)])),
    ]),
  );
const pgRow = (...values: string[]) =>
  pgMessage(
    'D',
    Buffer.concat([
      int16(values.length),
      ...values.map(value => Buffer.concat([int32(Buffer.byteLength(value)), Buffer.from(value)])),
    ]),
  );

/** Answers `SET`, `BEGIN` and so on; `fetched` answers the rows of cursors, by the number of the FETCH. */
const pgServer = (fetched: (socket: Socket, fetch: number) => void) =>
  serve(socket => {
    let isOpen = false;
    let fetches = 0;
    socket.on('data', data => {
      if (!isOpen) {
        isOpen = true;
        socket.write(pgLogin);
        return;
      }
      const asked = data.toString('latin1');
      if (asked.startsWith('X')) socket.end();
      else if (asked.startsWith('P')) {
        // An extended query (parse, bind, describe, execute, sync): no rows.
        const empty = ['1', '2', 'n'].map(type => pgMessage(type, Buffer.alloc(0)));
        socket.write(Buffer.concat([...empty, pgDone]));
      } else if (asked.includes('FETCH')) fetched(socket, fetches++);
      else socket.write(pgDone);
    });
  });
const versionRow = Buffer.concat([pgColumns('number', 'version'), pgRow('160000', '16.0'), pgDone]);
/** The first FETCH asks for the version. */
const afterVersion = (rest: (socket: Socket) => void) => (socket: Socket, fetch: number) => {
  if (fetch === 0) socket.write(versionRow);
  else rest(socket);
};

const pgSettings = (port: number, changes: object = {}) => ({
  ...{ host: '127.0.0.1', port, user: 'reader', statement_timeout_s: 1, answer_seconds: 1, answer_megabytes: 4 },
  ...{ most_objects: 10_000, ...changes },
});

describe('a PostgreSQL server', () => {
  const manyRows = Buffer.concat(Array.from({ length: 2_000 }, (_, index) => pgRow(`${index}`, 'template', '10')));
  const page = Buffer.concat([pgColumns('oid', 'name', 'owner'), manyRows, pgDone]);
  const behaviours: [string, () => Promise<number>, RegExp][] = [
    ['never answers', () => serve(() => {}), /an answer was not complete after 1 s \(answer_seconds\)/],
    ['greets slowly', () => serve(socket => drip(socket, pgLogin)), /not complete after 1 s \(answer_seconds\)/],
    [
      'greets without end',
      () => serve(socket => pour(socket, () => pgMessage('N', text(`SNOTICE\0Mx${'x'.repeat(1000)}\0`)))),
      tooMuch,
    ],
    ['speaks another protocol', () => serve(socket => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')), /./],
    ['closes at once', () => serve(socket => void socket.end()), /unavailable: Connection terminated unexpectedly/],
    [
      'does not answer a statement',
      () => pgServer(() => {}),
      /not complete after 2 s \(statement_timeout_s and answer_seconds\)/,
    ],
    ['answers a statement slowly', () => pgServer(socket => drip(socket, page)), /not complete after 2 s/],
    ['sends rows without end', () => pgServer(afterVersion(socket => pour(socket, () => manyRows))), tooMuch],
    [
      'sends the same page again and again',
      () => pgServer(afterVersion(socket => void socket.write(page))),
      /more than 10000 rows in one list/,
    ],
    [
      'sends one huge value',
      () =>
        pgServer(
          afterVersion(socket => {
            const size = 200 * megabyte;
            socket.write(
              Buffer.concat([pgColumns('oid'), pgMessage('D', Buffer.concat([int16(1), int32(size)]), size + 10)]),
            );
            pour(socket, () => Buffer.alloc(64 * 1024, 'x'));
          }),
        ),
      tooMuch,
    ],
    [
      'announces 2 GB',
      () => pgServer(afterVersion(socket => void socket.write(pgMessage('D', int16(1), 0x7fff_ffff)))),
      /not complete after 2 s/,
    ],
    [
      'sends messages of unknown types',
      () => pgServer(afterVersion(socket => void socket.write(pgMessage('?', text('what'))))),
      /./,
    ],
  ];
  it.each(behaviours)('that %s', async (_, start, expected) => {
    const { message, grown } = await outcomeOf(postgres, pgSettings(await start()));
    expect(message).toMatch(expected);
    expect(message).not.toBe('done');
    if (isLong) expect(grown).toBeLessThan(150 * megabyte);
  });

  it('that resembles one is judged by what it lacks', async () => {
    const fault = pgMessage(
      'E',
      Buffer.concat([text('SERROR'), text('C42883'), text('Munknown function: aclexplode()'), text('')]),
    );
    const port = await pgServer(afterVersion(socket => void socket.write(Buffer.concat([fault, pgReady]))));
    const { message } = await outcomeOf(postgres, pgSettings(port));
    expect(message).toMatch(
      /^host: the server lacks what the connector reads: unknown function: aclexplode\(\) \(name a server/,
    );
  });

  it('that breaks off TLS', async () => {
    const port = await serve(socket =>
      socket.on('data', data => {
        if (data.length === 8) socket.write('S');
        else socket.end('no TLS');
      }),
    );
    const { message } = await outcomeOf(postgres, pgSettings(port, { tls: { mode: 'required' } }));
    expect(message).toMatch(/./);
    expect(message).not.toBe('done');
  });
});

/** A packet of the MySQL protocol. */
function myPacket(sequence: number, body: Buffer, length = body.length): Buffer {
  return Buffer.concat([Buffer.from([length & 255, (length >> 8) & 255, (length >> 16) & 255, sequence]), body]);
}
const myGreeting = myPacket(
  0,
  Buffer.concat([
    Buffer.from([10]),
    text('8.0.36'),
    Buffer.from([1, 0, 0, 0]),
    Buffer.from('12345678'),
    Buffer.from([0, 0xff, 0xf7, 45, 2, 0, 0xff, 0x81, 21]),
    Buffer.alloc(10),
    text('123456789012'),
    text('mysql_native_password'),
  ]),
);
const myOk = (sequence: number) => myPacket(sequence, Buffer.from([0, 0, 0, 2, 0, 0, 0]));

/** Greets, lets everybody in, and leaves the rest to the function. */
const myServer = (rest: (socket: Socket, command: number) => void) =>
  serve(socket => {
    let isIn = false;
    socket.write(myGreeting);
    socket.on('data', data => {
      if (isIn) return rest(socket, data[4]!);
      isIn = true;
      socket.write(myOk(2));
    });
  });

describe('a MySQL server', () => {
  const settings = (port: number, changes: object = {}) => pgSettings(port, changes);
  const behaviours: [string, () => Promise<number>, RegExp][] = [
    ['never answers', () => serve(() => {}), /not complete after 1 s \(answer_seconds\)/],
    ['greets slowly', () => serve(socket => drip(socket, myGreeting)), /not complete after 1 s \(answer_seconds\)/],
    [
      'greets without end',
      () =>
        serve(socket => {
          socket.write(myPacket(0, Buffer.alloc(0), 0xff_ffff).subarray(0, 4));
          pour(socket, () => Buffer.alloc(64 * 1024, 10));
        }),
      tooMuch,
    ],
    ['speaks another protocol', () => serve(socket => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')), /./],
    ['closes at once', () => serve(socket => void socket.end()), /unavailable/],
    [
      'does not answer a statement',
      () => myServer(() => {}),
      /not complete after 2 s \(statement_timeout_s and answer_seconds\)/,
    ],
    [
      'announces 2 GB',
      () =>
        myServer(socket => {
          socket.write(myPacket(1, Buffer.from([1]), 0xff_ffff));
          pour(socket, () => Buffer.alloc(64 * 1024, 'x'));
        }),
      tooMuch,
    ],
    ['sends packets out of order', () => myServer(socket => void socket.write(myOk(77))), /./],
  ];
  it.each(behaviours)('that %s', async (_, start, expected) => {
    const { message, grown } = await outcomeOf(mysql, settings(await start()));
    expect(message).toMatch(expected);
    expect(message).not.toBe('done');
    if (isLong) expect(grown).toBeLessThan(150 * megabyte);
  });
});

describe('a server that answers while this process is busy for longer than answers may take', () => {
  const isNotSilent = async (connector: Connector, greet: (socket: Socket) => void, letIn: Buffer) => {
    let isBusy = false;
    const port = await serve(socket => {
      greet(socket);
      socket.on('data', () => {
        if (isBusy) return;
        isBusy = true;
        socket.write(letIn);
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
      });
    });
    const { message } = await outcomeOf(connector, pgSettings(port));
    // It never answers the next statement.
    expect([isBusy, message]).toEqual([true, expect.stringContaining('(statement_timeout_s and answer_seconds)')]);
  };

  it('is not taken for silent: PostgreSQL', () => isNotSilent(postgres, () => {}, pgLogin));
  it('is not taken for silent: MySQL', () => isNotSilent(mysql, socket => void socket.write(myGreeting), myOk(2)));
});

/** An element of BER. */
function ber(tag: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const length = Buffer.alloc(5);
  length[0] = 0x84;
  length.writeUInt32BE(body.length, 1);
  return Buffer.concat([Buffer.from([tag]), length, body]);
}
const octets = (value: string) => ber(0x04, Buffer.from(value));
const berNumber = (value: number) => ber(0x02, Buffer.from([value]));
const ldapResult = (id: number, controls?: Buffer) =>
  ber(
    0x30,
    berNumber(id),
    ber(0x65, ber(0x0a, Buffer.from([0])), octets(''), octets('')),
    ...(controls ? [ber(0xa0, ber(0x30, octets('1.2.840.113556.1.4.319'), octets('').subarray(0, 0), controls))] : []),
  );
const ldapEntry = (id: number, dn: string, attributes: Readonly<Record<string, string>>) =>
  ber(
    0x30,
    berNumber(id),
    ber(
      0x64,
      octets(dn),
      ber(
        0x30,
        ...Object.entries(attributes).map(([name, value]) => ber(0x30, octets(name), ber(0x31, octets(value)))),
      ),
    ),
  );
const base = 'dc=example,dc=org';

/** Answers the first searches as a directory does, and the later ones as `rest` says. */
const directory = (rest: (socket: Socket, id: number) => void) =>
  serve(socket => {
    socket.on('data', data => {
      const id = data[data.indexOf(0x02, 1) + 2]!;
      if (data.includes(0x42, 5) && data.length < 12) socket.end();
      else if (data.includes('namingContexts') || data.includes('supportedControl'))
        socket.write(Buffer.concat([ldapEntry(id, '', { namingContexts: base }), ldapResult(id)]));
      else if (id < 4)
        socket.write(
          Buffer.concat([
            ldapEntry(id, base, { objectClass: 'domain', entryUUID: 'e4b7a6c2-1111-4222-8333-444455556666' }),
            ldapResult(id),
          ]),
        );
      else rest(socket, id);
    });
  });

describe('an LDAP server', () => {
  const settings = (port: number) => ({
    ...{ url: `ldap://127.0.0.1:${port}`, timeout_seconds: 1, answer_megabytes: 4, most_objects: 10_000 },
  });
  let count = 0;
  const people = (id: number, many: number) =>
    Buffer.concat(
      Array.from({ length: many }, () => {
        count += 1;
        return ldapEntry(id, `uid=u${count},${base}`, { objectClass: 'inetOrgPerson', uid: `u${count}` });
      }),
    );
  const behaviours: [string, () => Promise<number>, RegExp][] = [
    ['never answers', () => serve(() => {}), /did not answer for 1 s \(timeout_seconds\)/],
    [
      'answers slowly',
      () => directory((socket, id) => drip(socket, people(id, 50))),
      /not complete after 10 s \(10 times timeout_seconds\)/,
    ],
    [
      'sends entries without end',
      () =>
        directory((socket, id) => {
          const entries = people(id, 100);
          pour(socket, () => entries);
        }),
      /more than 4194304 bytes in one answer \(answer_megabytes\)/,
    ],
    [
      'announces 2 GB',
      () => directory(socket => void socket.write(Buffer.from([0x30, 0x84, 0x7f, 0xff, 0xff, 0xff]))),
      /a message of 2147483653 bytes; at most 4194304/,
    ],
    [
      'answers another message',
      () => directory((socket, id) => void socket.write(ldapResult(id + 50))),
      /an answer to message \d+, which is not open/,
    ],
    [
      'speaks another protocol',
      () => serve(socket => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
      /no sequence/,
    ],
    ['closes at once', () => serve(socket => void socket.end()), /./],
    [
      'sends pages without end',
      () =>
        directory((socket, id) => {
          const cookie = ber(0x30, berNumber(0), octets(`cookie ${count}`));
          socket.write(Buffer.concat([people(id, 500), ldapResult(id, ber(0x04, cookie))]));
        }),
      /more than 10000 entries in one list, so reading it may never end/,
    ],
  ];
  it.each(behaviours)('that %s', async (_, start, expected) => {
    const { message, grown } = await outcomeOf(ldap, settings(await start()));
    expect(message).toMatch(expected);
    expect(message).not.toBe('done');
    if (isLong) expect(grown).toBeLessThan(150 * megabyte);
  });

  it('is not taken for silent when its answer comes while this process is busy', async () => {
    let isBusy = false;
    const port = await directory((socket, id) => {
      socket.write(Buffer.concat([people(id, 3), ldapResult(id)]));
      if (!isBusy) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
      isBusy = true;
    });
    const { message } = await outcomeOf(ldap, settings(port));
    expect([isBusy, message]).toEqual([true, expect.not.stringContaining('did not answer')]);
  });
});
