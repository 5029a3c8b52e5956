// The generated reference is what the code says now.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { referenceFiles, staleFiles } from '../../scripts/generate-docs.ts';
import { connectorReadmes } from '../../scripts/reference/connectors.ts';
import { errorCodes } from '../../src/errors.ts';
import { resources } from '../../src/resources/registry.ts';

test('every generated file, the JSON Schema of mappings included, is up to date; if not, run `npm run docs`', async () => {
  expect(Object.keys(await referenceFiles())).toContain('connectors/custom-application/config.schema.json');
  expect(await staleFiles()).toEqual([]);
});

test('nothing else lies under docs/reference', async () => {
  const folder = path.resolve(import.meta.dirname, '../../docs/reference');
  const present = fs.readdirSync(folder).map(name => `docs/reference/${name}`);
  const generated = Object.keys(await referenceFiles()).filter(file => file.startsWith('docs/reference/'));
  expect(present.sort()).toEqual(generated.sort());
});

test('resources.md documents every field, and every link in it leads somewhere', async () => {
  const text = (await referenceFiles())['docs/reference/resources.md']!;
  for (const { fields, type } of resources) {
    for (const name of Object.keys(fields)) expect(text, `${type}.${name}`).toContain(`| \`${name}\` |`);
  }
  expect(text, 'a row without description').not.toMatch(/\| +\|$/m);
  const anchors = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading!.toLowerCase().replaceAll(' ', '-'));
  const links = [...text.matchAll(/\]\(#([^)]*)\)/g)].map(([, anchor]) => anchor!);
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter(link => !anchors.includes(link))).toEqual([]);
  expect(new Set(anchors).size).toBe(anchors.length);
});

test('errors.md documents every code', async () => {
  const text = (await referenceFiles())['docs/reference/errors.md']!;
  for (const code of Object.keys(errorCodes)) expect(text).toContain(`| \`${code}\` |`);
});

test('a README keeps what is written by hand, and needs both markers', async () => {
  const file = 'connectors/scim/README.md';
  const given = (await referenceFiles())[file]!;
  const row = /^\| `Account`, `UserGroup` \|.*\n/m;
  expect(given).toMatch(row);
  expect(connectorReadmes(() => given.replace(row, ''))[file]).toBe(given);
  const withoutEnd = given.replace('<!-- End of the generated part. -->', '');
  expect(() => connectorReadmes(() => withoutEnd)).toThrow('connectors/host/README.md: lacks the lines <!-- Generated');
});
