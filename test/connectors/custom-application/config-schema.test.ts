import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const published = JSON.parse(
  readFileSync(new URL('../../../connectors/custom-application/config.schema.json', import.meta.url), 'utf8'),
);
const accepts = new Ajv2020({ strict: false, validateFormats: false }).compile(published);

describe('the published JSON Schema', () => {
  const departments = (fields: string) =>
    parse(`{ application: { name: X }, objects: { Department: { file: d.csv, fields: ${fields} } } }`);

  test.each([
    '{ id: id, name: name }',
    '{ id: id, name: { constant: 5 } }',
    '{ id: id, name: { column: n, map: { 1: x } } }',
  ])('accepts %s', fields => {
    expect(accepts(departments(fields)), JSON.stringify(accepts.errors)).toBe(true);
  });

  test.each([
    '{ id: id }',
    '{ id: id, nmae: name }',
    '{ id: id, name: { colum: n } }',
    '{ id: id, name: { column: n, constant: x } }',
  ])('refuses %s', fields => {
    expect(accepts(departments(fields))).toBe(false);
  });
});
