// Statements that the embedded engine keeps prepared. Parsing and planning a statement takes it longer than running the statement, and
// the service runs the same statements again and again. PGlite's own `query` prepares a statement each time.
import type { PGlite } from '@electric-sql/pglite';
import { LRUCache } from 'lru-cache';

/** Each takes some ten kilobytes of the engine's memory. */
const mostPrepared = 100;

const rollback = /^\s*rollback\b/i;

interface Prepared {
  readonly name: string;
  /** Types of the parameters, by their oids. */
  readonly parameters: readonly number[];
  readonly columns: readonly { readonly name: string; readonly type: number }[];
}

/** What the engine answers, as far as it is read here. */
interface Answer {
  readonly name: string;
  readonly dataTypeIDs?: readonly number[];
  readonly fields?: readonly unknown[];
}

export interface PreparedStatements {
  /** Run a statement; resolves to its rows. */
  run(text: string, values: readonly unknown[]): Promise<unknown[]>;
  /** Prepare all statements again when they are next used, because a script may have altered tables. */
  forget(): void;
}

export function createPreparedStatements(engine: PGlite): PreparedStatements {
  let count = 0;
  /** Messages that release statements. They are sent with the next statement. */
  let releases: Buffer[] = [];
  const prepared = new LRUCache<string, Prepared>({
    max: mostPrepared,
    dispose: ({ name }) => releases.push(releaseMessage(name)),
  });

  async function send(messages: readonly Buffer[]): Promise<readonly Answer[]> {
    const all = Buffer.concat([...releases, ...messages, sync]);
    releases = [];
    return (await engine.execProtocolStream(all, { syncToFs: false })) as readonly Answer[];
  }

  async function prepare(text: string): Promise<Prepared> {
    count += 1;
    const name = `s${count}`;
    const answers = await send([parseMessage(name, text), describeMessage(name)]);
    const parameters = answers.find(answer => answer.name === 'parameterDescription')?.dataTypeIDs ?? [];
    const fields = answers.find(answer => answer.name === 'rowDescription')?.fields ?? [];
    const columns = (fields as { name: string; dataTypeID: number }[]).map(field => ({
      name: field.name,
      type: field.dataTypeID,
    }));
    const statement = { name, parameters, columns };
    prepared.set(text, statement);
    return statement;
  }

  const textOf = (value: unknown, type: number | undefined): string | null => {
    if (value === null || value === undefined) return null;
    const serialize = type === undefined ? undefined : engine.serializers[type];
    return serialize ? serialize(value) : String(value);
  };

  return {
    async run(text, values) {
      // The rollback may undo what a script altered, so statements that were prepared since may no longer fit the tables.
      if (rollback.test(text)) prepared.clear();
      const { name, parameters, columns } = prepared.get(text) ?? (await prepare(text));
      const texts = values.map((value, index) => textOf(value, parameters[index]));
      const answers = await send([bindMessage(name, texts), execute]);
      const parsers = columns.map(({ type }) => engine.parsers[type]);
      const rows: unknown[] = [];
      for (const answer of answers) {
        if (answer.name !== 'dataRow') continue;
        const row: Record<string, unknown> = {};
        for (const [index, column] of columns.entries()) {
          const field = answer.fields![index] as string | null;
          const parse = parsers[index];
          row[column.name] = field === null || !parse ? field : parse(field, column.type);
        }
        rows.push(row);
      }
      return rows;
    },
    forget: () => prepared.clear(),
  };
}

// Messages of PostgreSQL's protocol (https://www.postgresql.org/docs/current/protocol-message-formats.html). Values are texts.

const execute = message('E', Buffer.from([0, 0, 0, 0, 0]));
const sync = message('S', Buffer.alloc(0));
const parseMessage = (name: string, text: string) => message('P', Buffer.from(`${name}\0${text}\0\0\0`));
const describeMessage = (name: string) => message('D', Buffer.from(`S${name}\0`));
const releaseMessage = (name: string) => message('C', Buffer.from(`S${name}\0`));

function bindMessage(name: string, values: readonly (string | null)[]): Buffer {
  const sizes = values.map(value => (value === null ? -1 : Buffer.byteLength(value)));
  const head = Buffer.from(`\0${name}\0\0\0`);
  const body = Buffer.allocUnsafe(head.length + 4 + sizes.reduce((sum, size) => sum + 4 + Math.max(size, 0), 0));
  head.copy(body);
  let at = body.writeUInt16BE(values.length, head.length);
  for (const [index, size] of sizes.entries()) {
    at = body.writeInt32BE(size, at);
    if (size > 0) at += body.write(values[index]!, at);
  }
  body.writeUInt16BE(0, at);
  return message('B', body);
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.allocUnsafe(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
