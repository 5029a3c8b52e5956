// A collection that is written as bases, deltas and a remainder shows what one sorted list would show, however it is read.
import fs from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Compressor, createCompressor } from '../../../src/warehouse/building/documents/compressor.ts';
import { type FileContent, writeDocuments } from '../../../src/warehouse/building/documents/write-file.ts';
import { type DuckDB, literal, openDuckDB, type Statements } from '../../../src/warehouse/duckdb.ts';
import { type CollectionReader, openCollections } from '../../../src/warehouse/version/documents/collection.ts';
import { openDocuments } from '../../../src/warehouse/version/documents/documents-file.ts';
import { bytesOfId } from '../../../src/warehouse/version/documents/format.ts';
import { mergeIds } from '../../../src/warehouse/version/documents/merge.ts';
import type { InstanceDocuments } from '../../../src/warehouse/version/layout.ts';
import { isLong } from '../../support/long-tests.ts';
import { testSeed } from '../../support/random.ts';
import { temporaryFolder } from '../../support/service/service.ts';

const folder = temporaryFolder();
let duckdb: DuckDB;
let statements: Statements;
let compressor: Compressor;
let written = 0;

beforeAll(async () => {
  duckdb = await openDuckDB({ file: ':memory:', spillFolder: folder, threads: 2, memoryBytes: 256 * 1024 ** 2 });
  statements = await duckdb.sideBySide(2, 'SELECT 1');
  compressor = createCompressor(statements, 2);
});
afterAll(async () => {
  compressor[Symbol.dispose]();
  await duckdb[Symbol.asyncDispose]();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Id → document. */
type Documents = ReadonlyMap<string, string>;

const uuidOf = (number: number) =>
  `${((number * 2654435761) % 2 ** 32).toString(16).padStart(8, '0')}-0000-5000-8000-${number.toString(16).padStart(12, '0')}`;
const byId = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1);
const sorted = (documents: Documents) => [...documents].toSorted(byId);

/** Write documents in that order, in as many statements as there are lists. */
async function write(
  name: string,
  lists: readonly (readonly (readonly [string, string])[])[],
  more: Omit<FileContent, 'pieces'>,
) {
  const pieces: string[] = [];
  for (const list of lists) {
    const file = path.join(folder, `lines-${++written}`);
    fs.writeFileSync(file, list.map(([id, document]) => `${id}${document}\n`).join(''));
    pieces.push(
      `SELECT line FROM read_csv(${literal(file)}, columns = {'line': 'VARCHAR'}, header = false, delim = '\x02', quote = '', escape = '', auto_detect = false)`,
    );
  }
  return writeDocuments(compressor, path.join(folder, name), { pieces, ...more });
}

async function writeDelta(name: string, base: Documents, now: Documents): Promise<void> {
  const changed = sorted(now).filter(([id, document]) => base.get(id) !== document);
  const gone = sorted(base).filter(([id, document]) => now.get(id) !== document);
  const baseIds = Buffer.concat(sorted(base).map(([id]) => bytesOfId(id)));
  await write(name, [changed], {
    isSorted: true,
    merge: async ids => mergeIds(baseIds, ids, Buffer.concat(gone.map(([id]) => bytesOfId(id)))),
  });
}

const frame = {
  before: Buffer.from('{"items":['),
  after: Buffer.from(']}'),
  allocate: (bytes: number) => Buffer.alloc(bytes, 'x'),
};
const framed = (documents: readonly string[]) => `{"items":[${documents.join(',\n')}]}`;

async function walk(reader: CollectionReader, pageSize: number, visible: ReadonlySet<string> | undefined) {
  const pages: string[] = [];
  const zipped: string[] = [];
  for (let position: number | undefined = 0; position !== undefined; ) {
    const page = reader.page(position, pageSize, visible);
    const [text, packed] = await Promise.all([page.text(frame), page.gzip(frame)]);
    pages.push(text.toString());
    zipped.push(packed ? gunzipSync(packed).toString() : text.toString());
    position = page.next;
  }
  return { pages, zipped };
}

const pagesOf = (documents: readonly string[], pageSize: number) =>
  Array.from({ length: Math.max(1, Math.ceil(documents.length / pageSize)) }, (_, page) =>
    framed(documents.slice(page * pageSize, (page + 1) * pageSize)),
  );

describe('base, delta and remainder', () => {
  const document = fc
    .tuple(fc.nat(399), fc.integer({ min: 1, max: 4 }), fc.constantFrom(4, 700, 3000))
    .map(
      ([number, edition, size]) =>
        [uuidOf(number), JSON.stringify({ number, edition, filling: 'ab \n'.repeat(size / 4) })] as const,
    );
  const contents = (maxLength: number, minLength = 0) =>
    fc
      .uniqueArray(document, { minLength, maxLength, selector: ([id]: readonly [string, string]) => id })
      .map((list): Documents => new Map(list));
  const content = fc.record({
    base: contents(300, 1),
    now: contents(300, 1),
    kept: fc.double({ min: 0, max: 1, noNaN: true }),
    small: fc.tuple(contents(30, 1), contents(30, 1)),
    pageSize: fc.constantFrom(1, 7, 25, 60, 200),
    cut: fc.nat(300),
  });

  it('equal a sorted list', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(content, async ({ base, now: other, kept, small, pageSize, cut }) => {
        // Some documents of the base stay as they are.
        const staying = sorted(base).slice(0, Math.floor(base.size * kept));
        const now: Documents = new Map([...other, ...staying]);
        const name = `run-${++run}`;
        const inBase = sorted(base);
        await write(
          `${name}.base`,
          [inBase.slice(0, cut), inBase.slice(cut)].filter(part => part.length > 0),
          { isSorted: true },
        );
        await writeDelta(`${name}.delta`, base, now);
        // The ids of both are the same numbers, but an id is of one instance only.
        const ofInstance = (documents: Documents, digit: number): Documents =>
          new Map([...documents].map(([id, text]) => [id.replace('-5000-', `-500${digit}-`), text]));
        const [before, after] = [ofInstance(small[0], 1), ofInstance(small[1], 2)];
        await write(`${name}.docs`, [[...sorted(before), ...sorted(after)]], { isSorted: false });
        const parts = [before, now, after];
        const starts = [0, before.size, before.size + now.size];
        const instances: InstanceDocuments[] = [
          { applicationInstanceId: 'a', start: 0, count: before.size, base: `${name}.docs`, firstRow: 0 },
          {
            applicationInstanceId: 'b',
            start: starts[1]!,
            count: now.size,
            base: `${name}.base`,
            firstRow: 0,
            delta: `${name}.delta`,
          },
          {
            applicationInstanceId: 'c',
            start: starts[2]!,
            count: after.size,
            base: `${name}.docs`,
            firstRow: before.size,
          },
        ];
        const rows = starts[2]! + after.size;
        const opened = await openCollections(folder, { things: { order: 'instance', rows, instances } });
        try {
          const reader = opened.byName.get('things')!;
          for (const visible of [undefined, new Set(['b']), new Set(['a', 'c'])]) {
            const shown = parts.flatMap((part, index) =>
              visible?.has('abc'[index]!) === false ? [] : sorted(part).map(([, text]) => text),
            );
            const expected = pagesOf(shown, pageSize);
            expect(await walk(reader, pageSize, visible)).toEqual({ pages: expected, zipped: expected });
          }
          for (const [id, text] of now) expect((await reader.get(id, new Set(['b'])))?.toString()).toBe(text);
          for (const [id] of base) expect(reader.has(id, undefined)).toBe(now.has(id));
          const [hidden] = [...before.keys()];
          expect(await reader.get(hidden!, new Set(['b']))).toBeUndefined();
          expect((await reader.get(hidden!, new Set(['a'])))?.toString()).toBe(before.get(hidden!));
        } finally {
          opened.close();
        }
        for (const file of fs.readdirSync(folder))
          if (!file.startsWith('documents-')) fs.rmSync(path.join(folder, file));
      }),
      { seed: testSeed(), numRuns: isLong ? 1000 : 12 },
    );
  });
});

describe('a damaged file', () => {
  const documents: Documents = new Map(
    Array.from({ length: 100 }, (_, number) => [uuidOf(number), JSON.stringify({ number, filling: 'x'.repeat(2000) })]),
  );
  const file = () => path.join(folder, 'damaged.docs');
  const flip = (at: number) => {
    const bytes = fs.readFileSync(file());
    bytes[at < 0 ? bytes.length + at : at]! ^= 1;
    fs.writeFileSync(file(), bytes);
  };
  const layout = {
    order: 'instance',
    rows: 100,
    instances: [{ applicationInstanceId: 'a', start: 0, count: 100, base: 'damaged.docs', firstRow: 0 }],
  } as const;

  it('is refused for the damaged block, and serves the others', async () => {
    fs.rmSync(file(), { force: true });
    const index = await write('damaged.docs', [sorted(documents)], { isSorted: true });
    expect(index.offsets.length).toBeGreaterThan(2);
    flip(index.offsets[1]! + 20);
    const opened = await openCollections(folder, { things: layout });
    const reader = opened.byName.get('things')!;
    const texts = sorted(documents).map(([, text]) => text);
    const rowsBefore = index.firstRows[1]!;
    const bad = sorted(documents)[rowsBefore]![0];
    const wrong = /damaged\.docs is damaged: the checksum of block 1 is wrong/;
    await expect(reader.page(0, 100, undefined).text(frame)).rejects.toThrow(wrong);
    await expect(reader.page(0, 100, undefined).gzip(frame)).rejects.toThrow(wrong);
    await expect(reader.get(bad, undefined)).rejects.toThrow(wrong);
    expect((await reader.page(0, rowsBefore, undefined).text(frame)).toString()).toBe(
      framed(texts.slice(0, rowsBefore)),
    );
    expect((await reader.get(sorted(documents)[0]![0], undefined))!.toString()).toBe(texts[0]);
    opened.close();
  });

  it('is not opened when its index is damaged or its end is missing', async () => {
    for (const [damage, message] of [
      [() => flip(-200), /the checksum of its index is wrong/],
      [() => flip(-10), /not those of a complete file/],
      [() => fs.truncateSync(file(), fs.statSync(file()).size - 1), /not those of a complete file/],
      [() => fs.truncateSync(file(), 10), /it has 10 bytes/],
    ] as const) {
      fs.rmSync(file(), { force: true });
      await write('damaged.docs', [sorted(documents)], { isSorted: true });
      damage();
      await expect(openDocuments(file())).rejects.toThrow(message);
    }
  });
});

describe('what cannot be written', () => {
  it('ends with the error of the statement', async () => {
    const failing = {
      pieces: [`SELECT CASE WHEN range < 99999 THEN uuid()::VARCHAR ELSE error('broken') END FROM range(100000)`],
      isSorted: true,
    };
    await expect(writeDocuments(compressor, path.join(folder, 'failing.docs'), failing)).rejects.toThrow('broken');
  });

  it('ends with the error of the disk', async () => {
    const full = fs.openSync('/dev/full', 'w');
    try {
      const query = `SELECT uuid()::VARCHAR || '{"random":"' || uuid() || '"}' FROM range(200000)`;
      const order = { hasNumbers: false, file: { descriptor: full, end: new SharedArrayBuffer(8) } };
      await expect(compressor.compress(query, order)).rejects.toThrow(/ENOSPC/);
    } finally {
      fs.closeSync(full);
    }
  });

  it('are lines without an id', async () => {
    const failing = { pieces: [`SELECT NULL FROM range(3)`], isSorted: true };
    await expect(writeDocuments(compressor, path.join(folder, 'empty.docs'), failing)).rejects.toThrow(
      'line 1 of a statement does not begin with an id',
    );
  });

  it('are rows in another order than that of their ids', async () => {
    const reversed = sorted(
      new Map([
        [uuidOf(1), '{}'],
        [uuidOf(2), '{}'],
      ]),
    ).toReversed();
    await expect(write('reversed.docs', [reversed], { isSorted: true })).rejects.toThrow(
      'its rows are not in the order of their ids',
    );
  });
});
