// Landing and served schemas: they compile, refuse what they must, and agree with the zod declarations.
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Fields, landableFields, type Resource } from '../../src/resources/define.ts';
import {
  enumerationsWithUnknown,
  landingSchema,
  requiredDefaults,
  servedObject,
  servedSchema,
} from '../../src/resources/json-schema.ts';
import { resourceOf, resources } from '../../src/resources/registry.ts';
import { recordsOf } from './records.ts';

function compile(schema: object) {
  const ajv = new Ajv2020({ strict: true });
  addFormats.default(ajv);
  ajv.addFormat('idn-email', /^[^\s@]+@[^\s@]+$/);
  return ajv.compile(schema);
}

const validators = new Map(
  resources
    .filter(resource => resource.madeBy === 'connectors')
    .map(resource => [resource, compile(landingSchema(resource))]),
);
const validatorOf = (resource: Resource) => validators.get(resource)!;

const named = (list: readonly Resource[]) => list.map(resource => [resource.type, resource] as const);
const landed = [...validators.keys()];
const objects = resources.filter(resource => !resource.edge);

/** Evenly spread over all resources, so that the whole property stays within a second or two. */
const runs = { numRuns: 25 };

describe('served objects', () => {
  test.each(named(objects))('%s: what the declaration accepts, the schema accepts', (_, resource) => {
    const validate = compile(servedSchema(resource));
    const declared = servedObject(resource);
    fc.assert(
      fc.property(recordsOf(declared.shape as Fields, resource.required), record => {
        expect(declared.safeParse(record).error?.issues).toBeUndefined();
        validate(record);
        expect(validate.errors).toBeNull();
      }),
      runs,
    );
  });

  test.each(named(objects))('%s: every required field must be there', (_, resource) => {
    const validate = compile(servedSchema(resource));
    const [complete] = fc.sample(recordsOf(servedObject(resource).shape as Fields, Object.keys(resource.fields)), 1);
    for (const name of resource.required) {
      const { [name]: _left, ...incomplete } = complete!;
      expect(validate(incomplete), name).toBe(false);
    }
  });

  test.each([
    ['(:Department {id: "P"})-[:Contains {id: "E"}]->(:Department {id: "C"})', true],
    ['(:Department {id: "P\\"\\\\"})-[:Contains {id: "E"}]->(:Department {id: "C"})', true],
    ['(:Department {id: "P"})-[:Contains {id: "E"}]->(:ResourceInstance {id: "C"})', false],
    ['(:Department {id: "P""})-[:Contains {id: "E"}]->(:Department {id: "C"})', false],
    [{ id: 'E' }, false],
  ])('a hierarchy edge is a string: %s', (value, right) => {
    expect(compile(servedSchema(resourceOf('DepartmentContainsDepartment')!))(value)).toBe(right);
  });
});

describe('landed records', () => {
  test.each(named(landed))('%s: what the declaration accepts, the schema accepts', (_, resource) => {
    const validate = validatorOf(resource);
    const fields = landableFields(resource);
    const required = resource.required.filter(
      name => name in fields && !(name in requiredDefaults(resource)) && !resource.derived?.includes(name),
    );
    fc.assert(
      fc.property(recordsOf(fields, required), record => {
        validate(record);
        expect(validate.errors).toBeNull();
      }),
      runs,
    );
  });

  test.each(named(landed))('%s: no field that the service fills, no unknown field, no null', (_, resource) => {
    const validate = validatorOf(resource);
    const [record] = fc.sample(recordsOf(landableFields(resource), Object.keys(landableFields(resource))), 1);
    validate(record);
    expect(validate.errors).toBeNull();
    for (const extra of [
      { globalId: '3f2504e0-4f89-51d3-9a0c-0305e82c3301' },
      { objectMetadata: {} },
      { nmae: 'x' },
      { id: null },
      { id: '' },
    ]) {
      expect(validate({ ...record, ...extra }), JSON.stringify(extra)).toBe(false);
    }
  });

  const validateAccount = validatorOf(resourceOf('Account')!);
  const account = { id: 'u1', alias: 'ada', type: 'User' };

  test('an account needs an id, an alias and a type; the rest of what is required has defaults', () => {
    expect(validateAccount(account)).toBe(true);
    for (const name of Object.keys(account)) expect(validateAccount({ ...account, [name]: undefined })).toBe(false);
  });

  test.each([
    ['email', "o'hara+x@mail.host.example", true],
    ['email', 'root@host', false],
    ['email', 'jürgen@bücher.example', true],
    ['email', 'dot.@host.example', false],
    ['email', 'ada', false],
    ['email', 'a b@example.com', false],
    ['createdDate', '2024-02-29T23:59:59Z', true],
    ['createdDate', '2024-02-29T23:59:59.123456+05:30', true],
    ['createdDate', '2023-02-29T00:00:00Z', false],
    ['createdDate', '2024-01-01', false],
    ['createdDate', '2024-01-01T00:00:00', false],
    ['countryCode', 'DE', true],
    ['countryCode', 'Germany', false],
    ['type', 'Robot', false],
    ['enabled', 'true', false],
    ['authenticationMethods', [{ type: 'password', strength: 1 }], false],
    ['profileMetadata', [{ name: 'x', type: 'array_boolean', value: [true, { deep: [null] }] }], true],
    [
      'authorizedLocations',
      {
        policy: {
          authorizedLocations: [{ typeSpecificData: { supplementaryInformation: { geoLocation: { longtitude: 1 } } } }],
        },
      },
      true,
    ],
  ])('%s %j: %s', (field, value, right) => {
    expect(validateAccount({ ...account, [field]: value })).toBe(right);
  });

  test('enumerations that have Unknown are the ones that take it for any other value', () => {
    expect(Object.keys(enumerationsWithUnknown(resourceOf('Account')!))).toEqual([
      'subType',
      'mfaRequirements',
      'ssoRequirements',
      'licenseLevel',
      'licenseStatus',
    ]);
    expect(enumerationsWithUnknown(resourceOf('Role')!)).toEqual({});
  });

  test.each(named(landed))('%s: defaults are what the schema accepts', (_, resource) => {
    const constants = Object.entries(requiredDefaults(resource)).filter(([, value]) => typeof value !== 'symbol');
    const [record] = fc.sample(recordsOf(landableFields(resource), resource.required), 1);
    const validate = validatorOf(resource);
    validate({ ...record, ...Object.fromEntries(constants) });
    expect(validate.errors).toBeNull();
  });

  test('what enrichment makes cannot be landed', () => {
    expect(() => landingSchema(resourceOf('Person')!)).toThrow('Person is made by enrichment');
  });
});
