// Support bundles: what they say, what they never say, and that the version of one is made again elsewhere.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { z } from 'zod';
import { connectors } from '../../../connectors/index.ts';
import { bundle, replay } from '../../../src/cli/service/bundle.ts';
import { Settings } from '../../../src/config/settings.ts';
import { archiveEntries, entryContent } from '../../../src/connector/files/zip-archive.ts';
import { createZip } from '../../../src/connector/files/zip-writer.ts';
import { serveControl } from '../../../src/deployment/operator/control-socket.ts';
import { innerSchema } from '../../../src/known-keys.ts';
import { literal, openDuckDB } from '../../../src/warehouse/duckdb.ts';
import { startOrganisation } from '../../support/organisation.ts';
import { runHere } from '../../support/service/command-here.ts';
import type { TestService } from '../../support/service/service.ts';

const secrets: string[] = [];
let test: TestService;
let control: { close(): Promise<void> };
const at = (name: string) => path.join(test.folder, name);
/** The command only looks for the data directory in its file. The service reads its own, which has every secret. */
const options = () => ({ config: at('here.yaml') });
const plain = { withData: false, withNames: false };

/** Settings with a value for every secret that a schema knows, and for nothing else. */
function withSecrets(schema: z.ZodType): unknown {
  if (schema.meta()?.['secret'] === true) {
    secrets.push(`hush-${secrets.length}-x7Kq9Zw2`);
    return secrets.at(-1);
  }
  const inner = innerSchema(schema) ?? (schema.def as { in?: z.ZodType }).in;
  if (inner) return withSecrets(inner);
  if (schema instanceof z.ZodObject) {
    const members = Object.entries(schema.shape).map(([name, member]) => [name, withSecrets(member as z.ZodType)]);
    const filled = members.filter(([, value]) => value !== undefined);
    return filled.length > 0 ? Object.fromEntries(filled) : undefined;
  }
  const one = (element: unknown) => withSecrets(element as z.ZodType);
  if (schema instanceof z.ZodArray) return ((value?: unknown) => value && [value])(one(schema.element));
  if (schema instanceof z.ZodRecord) return ((value?: unknown) => value && { any: value })(one(schema.valueType));
  if (!(schema instanceof z.ZodUnion)) return undefined;
  return schema.options.map(one).find(value => value !== undefined);
}

async function unpacked(file: string): Promise<Map<string, Buffer>> {
  const bytes = fs.readFileSync(file);
  const read = async (from: number, length: number) => bytes.subarray(from, from + length);
  const files = new Map<string, Buffer>();
  for (const entry of await archiveEntries(read, bytes.length, 1000)) {
    const pieces: Buffer[] = [];
    for await (const piece of entryContent(read, entry, 2 ** 30)) pieces.push(piece);
    files.set(entry.name, Buffer.concat(pieces));
  }
  return files;
}

/** Everything that a bundle says, as text. */
async function textOf(files: ReadonlyMap<string, Buffer>): Promise<string> {
  await using duckdb = await openDuckDB({
    file: ':memory:',
    spillFolder: test.folder,
    threads: 1,
    memoryBytes: 2 ** 28,
  });
  const texts: string[] = [];
  for (const [name, content] of files) {
    if (!name.endsWith('.parquet')) {
      texts.push(content.toString());
      continue;
    }
    fs.writeFileSync(at('one.parquet'), content);
    const rows = await duckdb.rows<{ line: string }>(
      `SELECT to_json(each)::VARCHAR AS line FROM read_parquet(${literal(at('one.parquet'))}) AS each`,
    );
    texts.push(...rows.map(({ line }) => line));
  }
  return texts.join('\n');
}

beforeAll(async () => {
  test = await startOrganisation();
  const ofSources = connectors.map(({ type, settings }) => ({
    id: type,
    connector: type,
    settings: withSecrets(settings),
  }));
  const sources = [
    ...ofSources,
    { id: 'unknown', connector: 'of-somebody', settings: { word: 'hush-unknown-word' } },
    { id: 'placed', connector: 'okta', settings: { token: '${OKTA_TOKEN}', url: 'https://ada.example.org/${PLACE}' } },
  ];
  secrets.push('hush-unknown-word', 'hush-of-a-webhook');
  const webhook = { url: 'https://hooks.example.org/hush-of-a-webhook' };
  const settings = { ...(withSecrets(Settings) as object), sources, reports: [{ webhook }], versions: { keep: '7d' } };
  fs.writeFileSync(at('rolecall.yaml'), stringify({ ...settings, data_dir: 'data' }));
  fs.writeFileSync(at('here.yaml'), 'data_dir: data\n');
  await test.service.database.execute(
    `update sync_reads set error = 'no answer for ada.lovelace@example.org, 4711081547', cursor = 'hush-cursor'
     where run_id = (select run_id from sync_runs where source_id = 'hr' order by position desc limit 1)`,
  );
  secrets.push('hush-cursor');
  control = await serveControl(test.config.data_dir, test.operator, async () => '');
});
afterAll(async () => {
  await control.close();
  await test.close();
});

async function bundled(name: string, choice: typeof plain): Promise<Map<string, Buffer>> {
  await bundle(options(), at(name), choice);
  expect(fs.statSync(at(name)).mode & 0o777).toBe(0o600);
  expect(fs.readdirSync(at('data/work/bundles'))).toEqual([]);
  return unpacked(at(name));
}

async function namesOfPeople(): Promise<string[]> {
  const people = [...(await test.everyItem('/v1/accounts?pageSize=200')), ...(await test.everyItem('/v1/employees'))];
  const isOfPerson = (name: string) => /^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+$/u.test(name);
  const names = people.flatMap(({ email, name, type }) => [
    ...(email !== undefined && !email.endsWith('.invalid') ? [email] : []),
    ...(type !== 'Machine' && isOfPerson(name ?? '') ? [name] : []),
  ]);
  return [...new Set<string>(names)];
}

describe('a bundle', () => {
  it('says how the deployment is, and neither secrets nor names', async () => {
    const files = await bundled('plain.zip', plain);
    expect([...files.keys()]).toEqual([
      'bundle.json',
      'configuration.json',
      'ledger.json',
      'builds.json',
      'manifest.json',
    ]);
    const [facts, configuration, ledger, builds] = [...files.values()].map(text => JSON.parse(text.toString()));
    expect(facts).toMatchObject({ format: 'rolecall bundle', data: 'none', tenant: 'main' });
    expect(facts.migrations.length).toBeGreaterThan(20);
    expect(configuration.versions).toEqual({ keep: '7d' });
    expect(configuration.sources.at(-1)).toMatchObject({ connector: 'okta', settings: { token: '${OKTA_TOKEN}' } });
    expect(configuration.sources.at(-1).settings.url).toMatch(/^https:\/\/a\w+\.e\w+\.org\/\$\{PLACE\}$/);
    const hr = ledger.sources.find(({ id }: { id: string }) => id === 'hr');
    expect(hr.reads[0].error).toMatch(/^no answer for a\w{12}\.l\w{12}@\w+\.o\w+, (?!4711081547)\d{10}$/);
    expect(builds).toMatchObject({ build: { status: 'Published' }, damage: [] });
    const text = await textOf(files);
    expect(secrets.length).toBeGreaterThan(30);
    expect(secrets.filter(secret => text.includes(secret))).toEqual([]);
    const names = await namesOfPeople();
    expect(names.length).toBeGreaterThan(100);
    expect(names.filter(name => text.includes(name))).toEqual([]);
  });

  it('with data has pseudonyms, and its version is made again elsewhere', async () => {
    const files = await bundled('data.zip', { ...plain, withData: true });
    const text = await textOf(files);
    const lower = text.toLowerCase();
    expect((await namesOfPeople()).filter(name => lower.includes(name.toLowerCase()))).toEqual([]);
    expect(secrets.filter(secret => text.includes(secret))).toEqual([]);
    // The build finds the same persons, risks and reach.
    expect(JSON.parse(files.get('made.json')!.toString()).differences).toEqual([]);
    const { code, stdout } = await runHere(['replay', at('data.zip'), '--keep', at('kept')], {
      env: { PATH: '/nowhere' },
    });
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^version 2: \d+ files are the same byte by byte, and \d+ tables/),
    ]);
    expect(fs.existsSync(at('kept/manifest.json'))).toBe(true);
  });

  it('with names has the data as they are', async () => {
    const files = await bundled('names.zip', { ...plain, withNames: true });
    const text = await textOf(files);
    const names = await namesOfPeople();
    expect(names.filter(name => text.includes(name)).length).toBeGreaterThan(names.length / 2);
    expect(secrets.filter(secret => text.includes(secret))).toEqual([]);
  });

  it('whose data were changed says what differs, or that it is damaged', async () => {
    const files = await unpacked(at('data.zip'));
    const changed = async (name: string, change: (content: Buffer) => Buffer) => {
      fs.rmSync(at('changed.zip'), { force: true });
      const zip = createZip(at('changed.zip'));
      for (const [each, content] of files) {
        fs.writeFileSync(at('content'), each === name ? change(content) : content);
        await zip.add(each, { file: at('content') });
      }
      zip.end();
      zip.close();
    };
    await changed('made.json', text => {
      const made = JSON.parse(text.toString());
      made.tables['main.application_instances'] = '1 1';
      made.files['collections/roles.docs'].sha256 = 'other';
      return Buffer.from(JSON.stringify(made));
    });
    const { stdout, stderr, code } = await runHere(['replay', at('changed.zip')], { env: {} });
    expect([code, stdout, stderr]).toEqual([
      1,
      'file collections/roles.docs has another content\ntable main.application_instances has another content\n',
      'rolecall: version 2 differs in 2 files and tables\n',
    ]);
    await changed('landed/000001.parquet', content => content.subarray(0, 50));
    await expect(replay(at('changed.zip'), undefined)).rejects.toThrow(
      'landed/000001.parquet is missing or has another',
    );
    await changed('recipe.json', () => Buffer.from('{"tenant": 1}'));
    await expect(replay(at('changed.zip'), undefined)).rejects.toThrow('in a form that this release does not know');
    fs.writeFileSync(at('changed.zip'), 'no archive');
    await expect(replay(at('changed.zip'), undefined)).rejects.toThrow('is cut off, or no archive');
    await expect(replay(at('plain.zip'), undefined)).rejects.toThrow('has no data');
    await expect(replay(at('missing.zip'), undefined)).rejects.toThrow('cannot be read: ENOENT');
    await expect(bundle(options(), at('plain.zip'), plain)).rejects.toThrow('is there already');
  });
});
