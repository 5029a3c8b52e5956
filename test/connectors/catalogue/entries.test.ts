// Every entry of the catalogue: its description is one without a fault, and lands the types that it declares.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../connectors/catalogue/index.ts';

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

describe.each(catalogue.map(connector => [connector.type, connector] as const))('%s', (_, connector) => {
  it('lands the types that it declares', async () => {
    const settings = Object.fromEntries(
      requiredSettings(connector.settings).map(name => [name, 'https://none.invalid']),
    );
    const client = await connector.open(connector.settings.parse(settings), {
      ...{ sourceId: 'x', applicationInstanceId: '', baseFolder: '/', signal: new AbortController().signal },
    });
    const landed = connector.reads(client).map(({ lands }) => lands);
    await connector.close!(client);
    expect(landed.toSorted()).toEqual(connector.declares!.flatMap(({ types }) => types).toSorted());
  });
});

/** Names of settings without which the schema refuses. */
function requiredSettings(schema: {
  safeParse(value: unknown): { error?: { issues: readonly { path: PropertyKey[] }[] } };
}) {
  return (schema.safeParse({}).error?.issues ?? []).map(issue => String(issue.path[0]));
}
