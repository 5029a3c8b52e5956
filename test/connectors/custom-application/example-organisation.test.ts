import { createHash } from 'node:crypto';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { customApplication } from '../../../connectors/custom-application/index.ts';
import { generate } from '../../../examples/organisation/generate.ts';
import { authenticationKey, federated, issuer } from '../../../examples/organisation/make/sso.ts';
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { landingSchema } from '../../../src/resources/json-schema.ts';
import { resourceOf, resources } from '../../../src/resources/registry.ts';
import { open, problemsOf } from './source-folder.ts';

const example = resolve(import.meta.dirname, '../../../examples/organisation');
const sources = readdirSync(join(example, 'sources'));

const schemaFile = new URL('../../../connectors/custom-application/config.schema.json', import.meta.url);
const accepts = new Ajv2020({ strict: false, validateFormats: false }).compile(
  JSON.parse(readFileSync(schemaFile, 'utf8')),
);

/** Every record of every source, by type. */
const landed = new Map<string, SourceRecord[]>();
for (const source of sources) {
  const client = await open(join(example, 'sources', source));
  for (const read of customApplication.reads(client)) {
    const records = landed.get(read.lands) ?? [];
    landed.set(read.lands, records);
    for await (const page of read.pages(client, undefined)) records.push(...page.records);
  }
}

describe('the example organisation', () => {
  const again = mkdtempSync(join(tmpdir(), 'organisation-'));
  afterAll(() => rmSync(again, { recursive: true, force: true }));

  test('is written again byte for byte', () => {
    generate(again);
    const files = (folder: string) =>
      globSync(join(folder, '{README.md,sources/**/*.*}'))
        .filter(file => /\.(md|csv|yaml)$/.test(file))
        .map(file => relative(folder, file))
        .sort();
    expect(files(again)).toEqual(files(example));
    for (const file of files(again)) {
      expect(readFileSync(join(again, file)).equals(readFileSync(join(example, file))), file).toBe(true);
    }
  });

  test.each(sources)('%s holds no problem', async source => {
    expect(await problemsOf(join(example, 'sources', source))).toEqual([]);
  });

  test.each(sources)('the mapping of %s fits the published JSON Schema', source => {
    const text = readFileSync(join(example, 'sources', source, 'config', `${source}.yaml`), 'utf8');
    expect(accepts(parse(text)), JSON.stringify(accepts.errors, null, 1)).toBe(true);
    const [, named] = /^# yaml-language-server: \$schema=(.+)$/m.exec(text)!;
    expect(resolve(example, 'sources', source, 'config', named!)).toBe(schemaFile.pathname);
  });

  test('fills every type that connectors land', () => {
    const landable = resources.filter(resource => resource.madeBy === 'connectors').map(resource => resource.type);
    expect(landable.filter(type => (landed.get(type)?.length ?? 0) < 2)).toEqual([]);
  });

  test.each([...landed.keys()])('every %s fits the landing schema', type => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    ajv.addFormat('idn-email', /^[^\s@]+@[^\s@]+$/);
    const accepts = ajv.compile(landingSchema(resourceOf(type)!));
    const misfit = landed.get(type)!.find(record => !accepts(record));
    expect(misfit, JSON.stringify(accepts.errors)).toBeUndefined();
  });

  test('applications and the identity provider agree on their authentication keys, in each protocol', () => {
    const keysOf = (type: string) =>
      Object.fromEntries(
        landed.get(type)!.flatMap(record => {
          const { authenticationKeys = [] } = (record['authenticationRequirements'] ?? {}) as {
            authenticationKeys?: string[];
          };
          return authenticationKeys.map(key => [record['name'] as string, key]);
        }),
      );
    const expected = Object.values(federated).map(app => [app.name, authenticationKey(app)] as const);
    expect(new Set(Object.values(federated).map(({ protocol }) => protocol)).size).toBe(3);
    expect(keysOf('AssignedApplication')).toEqual(Object.fromEntries(expected));
    const wrong = createHash('sha256').update(`${issuer},${federated.ledger.clientId}`).digest('base64');
    const { 'Corporate Directory': directory, ...deployed } = keysOf('IntegratedApplication');
    expect(deployed).toEqual({ ...Object.fromEntries(expected), Ledger: wrong });
    const entry = landed.get('Account')!.find(record => record['directoryEntryId'] !== undefined);
    expect(entry!['directoryEntryFederation']).toEqual({ isFederated: true, authenticationKey: directory });
  });

  test('the page lists mistakes, each of which is there', () => {
    const counts = [...readFileSync(join(example, 'README.md'), 'utf8').matchAll(/^\|.+\| (\d+) +\|$/gm)].map(match =>
      Number(match[1]),
    );
    expect(counts.length).toBeGreaterThan(30);
    expect(Math.min(...counts)).toBeGreaterThan(0);
  });

  test('mistakes survive the mapping', () => {
    const page = readFileSync(join(example, 'README.md'), 'utf8');
    const stated = (name: string) =>
      [...page.matchAll(new RegExp(`^\\| ${name} +\\|.+\\| (\\d+) +\\|$`, 'gm'))].reduce(
        (sum, match) => sum + Number(match[1]),
        0,
      );
    const accounts = landed.get('Account')!;
    const count = (wrong: (account: SourceRecord) => boolean) => accounts.filter(wrong).length;
    expect(count(account => account['subType'] === 'Shared')).toBe(stated('Shared accounts'));
    expect(count(account => account.id.startsWith('tok-') && account['createdBy'] === undefined)).toBe(
      stated('Tokens without owner'),
    );
    const hashes = accounts.flatMap(account => (account['hashIdentifiers'] as string[] | undefined) ?? []);
    const alone = hashes.filter(hash => hashes.indexOf(hash) === hashes.lastIndexOf(hash));
    const keys = new Set(
      accounts
        .filter(account => /^(AK|RCA)/.test(account.id))
        .flatMap(account => account['hashIdentifiers'] as string[]),
    );
    expect(alone.filter(hash => keys.has(hash))).toHaveLength(stated('Keys without owner'));
  });
});
