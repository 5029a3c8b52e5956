// The registry against the interface: field names, required fields, paths, and the naming of references.
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { objectRows } from '../../scripts/reference/field-rows.ts';
import { defineResource, globalNameOf, referenceOf } from '../../src/resources/define.ts';
import { collections, resourceOf, resources } from '../../src/resources/registry.ts';
import { role } from '../../src/resources/role.ts';
import { GlobalObjectType, objectTypes } from '../../src/resources/types/enumerations.ts';
import * as sharedTypes from '../../src/resources/types/shared-types.ts';
import { interfaceFields, interfacePaths, interfaceTypes } from './interface-fields.ts';

/** This service's additions to the interface: they say that a count is an estimate. */
const flagsOfCounts = new Set([
  'analyticsResourceInstanceCountIsApproximate',
  'analyticsAccessToResourceInstancesCountIsApproximate',
  'analyticsAccountsWithAccessCountIsApproximate',
]);

/** Members of shared types that this service adds to the interface. */
const additions = new Set([
  'reasonSpecificData.appliesToContents',
  'reasonSpecificData.contentPermissions',
  'reasonSpecificData.contentPermissions[].permissions',
  'reasonSpecificData.contentPermissions[].resourceClasses',
]);

describe('fields', () => {
  test.each(Object.entries(interfaceFields))('%s has every field of the interface', (type, fields) => {
    expect(Object.keys(resourceOf(type)!.fields)).toEqual(expect.arrayContaining([...fields]));
  });

  test.each([
    'Account',
    'Authenticator',
    'AuthenticatorEnrollment',
    'EntityAssignedAccessToObject',
    'EntityManagedViaObject',
    'Role',
    'ResourceClass',
    'AssignedApplication',
    'IntegratedApplication',
    'ResourceInstance',
    'Department',
  ])('%s, which the interface lists completely, has no others', type => {
    const fields = Object.keys(resourceOf(type)!.fields).filter(name => !flagsOfCounts.has(name));
    expect(fields.sort()).toEqual([...interfaceFields[type]!].sort());
  });

  test.each(Object.entries(interfaceTypes))('shared type %s is spelled as the interface spells it', (title, paths) => {
    const type = Object.values(sharedTypes).find(
      candidate => candidate instanceof z.ZodType && z.globalRegistry.get(candidate)?.title === title,
    );
    const rows = objectRows(type as z.ZodObject).filter(({ path }) => !additions.has(path));
    expect(rows.map(row => row.path)).toEqual(expect.arrayContaining([...paths]));
    expect(rows).toHaveLength(paths.length);
  });

  test('an account requires what the interface requires', () => {
    expect([...resourceOf('Account')!.required].sort()).toEqual(
      [
        'accountRole',
        'alias',
        'authenticationFunctions',
        'email',
        'enabled',
        'globalId',
        'hasAPIAccess',
        'id',
        'isAdmin',
        'mfaRequirements',
        'objectMetadata',
        'serviceObjectMetadata',
        'ssoRequirements',
        'subType',
        'type',
      ].sort(),
    );
  });

  test.each(resources.map(resource => [resource.type, resource] as const))(
    '%s identifies itself and says where it is from',
    (_, resource) => {
      expect(resource.required).toEqual(
        expect.arrayContaining(['id', 'globalId', 'objectMetadata', 'serviceObjectMetadata']),
      );
      expect(Object.keys(resource.fields)[0]).toBe('id');
    },
  );
});

describe('collections', () => {
  test('are the ones of the interface', () => {
    expect(Object.fromEntries(collections.map(({ resource, collection }) => [collection.path, resource.type]))).toEqual(
      interfacePaths,
    );
  });

  test('are found by path', () => {
    const collectionAt = (path: string) => collections.find(({ collection }) => collection.path === path);
    expect(collectionAt('/v1/non-human-identities')).toMatchObject({
      resource: { type: 'Account' },
      collection: { order: 'blastRadius' },
    });
    expect(collectionAt('/v1/activities')?.collection.order).toBe('newest');
  });

  test('every object type has a resource, except AccountRole and None', () => {
    expect(objectTypes.filter(type => !resourceOf(type))).toEqual(['AccountRole', 'None']);
  });
});

describe('references', () => {
  const fields = resources.flatMap(resource =>
    Object.entries(resource.fields).map(([name, field]) => ({ resource, name, field, at: `${resource.type}.${name}` })),
  );
  const references = fields.flatMap(entry => {
    const target = referenceOf(entry.field);
    return target ? [{ ...entry, target }] : [];
  });

  test('name resources, or a field that holds an object type', () => {
    expect(references.length).toBeGreaterThan(30);
    for (const { resource, target, at } of references) {
      const right =
        'type' in target
          ? resourceOf(target.type) !== undefined
          : (resource.fields[target.typeField] as z.ZodEnum).options.length === objectTypes.length;
      expect(right, at).toBe(true);
    }
  });

  test('have a global counterpart, except those for which the interface has none', () => {
    const without = references.filter(({ resource, name }) => !(globalNameOf(name) in resource.fields));
    expect(without.map(({ at }) => at)).toEqual(['AuthenticatorEnrollment.accountKey']);
    for (const { resource, target, at } of references) {
      if (!('typeField' in target)) continue;
      const globalType = resource.fields[globalNameOf(target.typeField)] as z.ZodEnum;
      expect(globalType?.options, at).toEqual(GlobalObjectType.options);
    }
  });

  test('are the source of every global field, except those that the interface names differently', () => {
    const sources = new Set(
      references.flatMap(({ resource, name, target }) => [
        `${resource.type}.${globalNameOf(name)}`,
        ...('typeField' in target ? [`${resource.type}.${globalNameOf(target.typeField)}`] : []),
      ]),
    );
    const others = fields.filter(
      ({ name, at }) => /^global[A-Z]/.test(name) && name !== 'globalId' && !sources.has(at),
    );
    expect(others.map(({ at }) => at)).toEqual([
      'Role.globalAuthorizedLocations',
      'AssignedApplication.globalAuthenticationRequirements',
      'IntegratedApplication.globalAuthenticationRequirements',
      'IntegratedApplication.globalDeploymentKey',
      'EntityAssignedAccessToObject.globalEntitlementSpecification',
    ]);
  });
});

describe('a declaration that contradicts itself is refused, naming the resource', () => {
  test.each([
    ['a required field that is not declared', { required: ['nmae'] }, 'Role: required field nmae is not declared'],
    [
      'a field without description',
      { fields: { id: z.string() }, required: [], derived: [] },
      'Role.id: a field needs a description',
    ],
    ['a default for a field that is not required', { defaults: { description: '' } }, 'Role: description is filled'],
    ['a default for a field that the service makes', { defaults: { globalId: '' } }, 'Role: globalId is filled'],
  ])('%s', (_, change, message) => {
    expect(() => defineResource({ ...role, ...change } as typeof role)).toThrow(message);
  });
});
