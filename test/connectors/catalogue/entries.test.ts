// Every entry of the catalogue: its description is one without a fault, and lands the types that it declares.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../connectors/catalogue/index.ts';
import { readConfig } from '../../../connectors/custom-application/description/config.ts';

const folder = path.join(import.meta.dirname, '../../../connectors/catalogue');

it('has a description and a README for each entry, and no others', () => {
  const types = catalogue.map(({ type }) => type).toSorted();
  const named = (ending: string) =>
    fs
      .readdirSync(folder)
      .flatMap(name => (name.endsWith(ending) && name !== 'README.md' ? name.slice(0, -ending.length) : []));
  expect(named('.yaml').toSorted()).toEqual(types);
  expect(named('.md').toSorted()).toEqual(types);
});

describe.each(catalogue.map(connector => [connector.type, connector] as const))('%s', (type, connector) => {
  it('declares the types of its description', async () => {
    const { entries, warnings } = await readConfig(path.dirname(folder), `catalogue/${type}.yaml`);
    expect(warnings).toEqual([]);
    const types = new Set(['IntegratedApplication', ...entries.map(({ resource }) => resource.type)]);
    expect(connector.declares!.flatMap(declared => declared.types).toSorted()).toEqual([...types].toSorted());
  });
});
