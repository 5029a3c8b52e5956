// Every field of the interface occurs in some object of the example organisation, so that the example shows what each is.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { resources } from '../../src/resources/registry.ts';
import { startOrganisation } from '../support/organisation.ts';
import { type Item, type TestService, temporaryFolder } from '../support/service/service.ts';

const folder = temporaryFolder();
let test: TestService;
/** `Type.field`, and `SharedType.member` wherever the shared type occurs. */
const occurring = new Set<string>();
const objects = resources.filter(({ kind }) => kind !== 'edge');

beforeAll(async () => {
  test = await startOrganisation(path.join(folder, 'help-desk.db'));
  for (const { type, fields, collections } of objects) {
    for (const item of await test.everyItem(`${collections[0]!.path}?pageSize=200`)) {
      for (const [name, schema] of Object.entries(fields)) note(`${type}.${name}`, schema, item[name]);
    }
  }
});
afterAll(async () => {
  await test?.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

interface Definition {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
  readonly shape?: Record<string, z.ZodType>;
}

const definitionOf = (schema: z.ZodType) => schema.def as unknown as Definition;

/** Note the field, and the members of nested objects under the title of their type. */
function note(name: string, schema: z.ZodType, value: Item): void {
  if (value === undefined) return;
  occurring.add(name);
  const definition = definitionOf(schema);
  if (definition.innerType) note(name, definition.innerType, value);
  if (definition.element) for (const element of value) note(name, definition.element, element);
  for (const [member, inner] of Object.entries(definition.shape ?? {}))
    note(`${schema.meta()?.title ?? name}.${member}`, inner, value[member]);
}

/** The names that {@link note} can note for a field. */
function namesOf(name: string, schema: z.ZodType): string[] {
  const { innerType, element, shape } = definitionOf(schema);
  const inner = innerType ?? element;
  if (inner) return namesOf(name, inner);
  const prefix = schema.meta()?.title ?? name;
  return [name, ...Object.entries(shape ?? {}).flatMap(([member, field]) => namesOf(`${prefix}.${member}`, field))];
}

describe('the example organisation has', () => {
  it.each(objects)('every field of $type', ({ type, fields }) => {
    const names = Object.entries(fields).flatMap(([name, schema]) => namesOf(`${type}.${name}`, schema));
    const missing = [...new Set(names)].filter(name => !occurring.has(name));
    expect(missing).toEqual([]);
  });
});

it('every key of the organisation of which the README shows the blast radius is in the example, and can act as so many accounts', async () => {
  const readme = fs.readFileSync(path.join(import.meta.dirname, '../../README.md'), 'utf8');
  // An SSH key belongs to the example of a machine, which has a test of its own.
  const shown = [
    ...readme.matchAll(/^\$ rolecall blast-radius (?!SHA256:)(\S+)\n\1 can act as (\d+) other accounts$/gm),
  ];
  expect(shown.length).toBeGreaterThan(0);
  const identities = await test.everyItem('/v1/non-human-identities?pageSize=200');
  for (const [, alias, count] of shown) {
    const identity = identities.find(each => each.alias === alias);
    expect([alias, identity?.analyticsImpersonatableAccountsCount]).toEqual([alias, Number(count)]);
  }
});
