// CONTRIBUTING.md against the tree: what it sends a reader to is there.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const guide = fs.readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8');

/** Paths in backticks, each up to its first placeholder: `sql/export/<context>.sql` is `sql/export/`. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/`((?:connectors|docs|pipelines|scripts|sql|src|test)\/[^`]*)`/g)].map(([, named]) =>
    named!.replace(/[^/]*[<{].*$/s, '').replace(/\/[^/]*NN.*$/, '/'),
  );
}

test('every path that it names exists', () => {
  const paths = pathsIn(guide);
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter(named => !fs.existsSync(path.join(root, named)))).toEqual([]);
});

test('the steps for a field name every file that a field of a resource is written in', () => {
  const steps = /^## A field$(.*?)^## /ms.exec(guide)![1]!;
  expect(pathsIn(steps)).toEqual(
    expect.arrayContaining([
      'src/resources/',
      'sql/build/enrich/',
      'sql/build/analytics/',
      'sql/views/service_identity/',
      'sql/export/',
      'test/resources/interface-fields.ts',
      'docs/reference',
      'connectors/custom-application/config.schema.json',
    ]),
  );
});
