// What a record becomes on its way from a source to the API: ids, e-mail addresses, and what no field can hold.
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceOf } from '../../src/resources/registry.ts';
import { pagesOf, sampleRecord } from '../support/scripted-source.ts';
import { type Item, instanceOf, startService, type TestService } from '../support/service/service.ts';

const ajv = new Ajv2020();
addFormats.default(ajv);
const isEmail = ajv.compile({ type: 'string', format: 'email' });

const sample = (type: string, fields: Record<string, unknown>) => ({
  ...sampleRecord(resourceOf(type)!, 0),
  ...fields,
});
const accountOf = (alias: string, fields: Record<string, unknown> = {}) =>
  sample('Account', { id: alias, alias, ...fields });

// Each makes a local part that is no dot-atom unless it is corrected.
const wildAliases = ['a b@c', '.dot.', 'two..dots', 'ünï', 'x'.repeat(300), '"quoted"', '...', `${'x'.repeat(63)}.y`];
const badAddresses = [
  'root@web1',
  'jürgen@bücher',
  'jürgen\u2003@bücher.example',
  'not an address',
  '',
  `${'x'.repeat(65)}@long.example`,
];

describe('a record', () => {
  let test: TestService;
  let accounts: Map<string, Item>;
  let reads: Item[];
  beforeAll(async () => {
    test = await startService({
      sources: {
        app: {
          Account: pagesOf([
            ...wildAliases.map(alias => accountOf(alias)),
            ...badAddresses.map((email, index) => accountOf(`bad-${index}`, { email })),
            accountOf('good', { email: 'Ada.Lovelace+x@mail.example', type: 'User', userType: 'kept' }),
            accountOf('international', {
              email: 'jürgen.müller@bücher.example',
              alternateEmails: ['用户@例え.テスト'],
            }),
            accountOf('mixed', {
              email: 'mixed@mail.example',
              alternateEmails: ['one@mail.example', 'root@web1', 'two@mail.example', 'nobody'],
              profileMetadata: [{ name: 'shell', type: 'string', value: '/bin/sh' }],
            }),
          ]),
          Employee: pagesOf([sample('Employee', { id: 'e1', email: 'nobody', managerEmail: 'boss@web1' })]),
          Department: pagesOf([sample('Department', { id: 'd1', name: 'Sales', managerEmail: 'head of sales' })]),
          Authenticator: pagesOf([sample('Authenticator', { id: 'key', name: 'Key' })]),
          EntityAssignedAccessToObject: pagesOf([
            sample('EntityAssignedAccessToObject', {
              id: 'uses',
              entityId: 'good',
              entityType: 'Account',
              assignedObjectId: 'key',
              assignedObjectType: 'Authenticator',
            }),
          ]),
        },
      },
    });
    await test.sync();
    accounts = new Map((await test.everyItem('/v1/accounts')).map(item => [item.id, item]));
    const { body } = await test.get('/v1/sync-runs');
    reads = (await test.get(`/v1/sync-runs/${body.items[0].id}`)).body.reads;
  });
  afterAll(() => test.close());

  const readOf = (type: string) => reads.find(read => read.type === type);

  it('of an authenticator has its global id as its id', async () => {
    const [authenticator] = await test.everyItem('/v1/authenticators');
    expect(authenticator.id).toBe(authenticator.globalId);
    expect((await test.get(`/v1/authenticators/${authenticator.id}`)).body).toEqual(authenticator);
    const [use] = await test.everyItem('/v1/entity-assigned-access-to-object');
    expect(use).toMatchObject({ assignedObjectId: 'key', globalAssignedObjectId: authenticator.globalId });
  });

  it.each(wildAliases)('without an e-mail address gets one that is valid, for the alias %s', alias => {
    const { email } = accounts.get(alias);
    expect(isEmail(email), email).toBe(true);
    expect(email).toMatch(new RegExp(`^.{1,64}@${instanceOf(test, 'app')}\\.invalid$`));
  });

  it.each(badAddresses.map((address, index) => [address, `bad-${index}`]))(
    'whose e-mail address is %j gets a computed one, and the raw value is kept',
    (address, id) => {
      const { email, profileMetadata } = accounts.get(id);
      expect(email).toBe(`${id}@${instanceOf(test, 'app')}.invalid`);
      expect(profileMetadata).toEqual([{ name: 'email', type: 'string', value: address }]);
    },
  );

  it('keeps the addresses that are valid', () => {
    expect(accounts.get('good')).toMatchObject({ email: 'Ada.Lovelace+x@mail.example' });
    expect(accounts.get('good').profileMetadata).toBeUndefined();
    // RFC 6531.
    expect(accounts.get('international')).toMatchObject({
      email: 'jürgen.müller@bücher.example',
      alternateEmails: ['用户@例え.テスト'],
    });
    expect(accounts.get('mixed')).toMatchObject({
      email: 'mixed@mail.example',
      alternateEmails: ['one@mail.example', 'two@mail.example'],
      profileMetadata: [
        { name: 'shell', type: 'string', value: '/bin/sh' },
        { name: 'alternateEmails', type: 'array_string', value: ['root@web1', 'nobody'] },
      ],
    });
  });

  it('of another type goes without the address', async () => {
    const [employee] = await test.everyItem('/v1/employees');
    expect(employee).toMatchObject({
      profileMetadata: [
        { name: 'email', type: 'string', value: 'nobody' },
        { name: 'managerEmail', type: 'string', value: 'boss@web1' },
      ],
    });
    expect(employee.email).toBeUndefined();
    expect((await test.everyItem('/v1/departments'))[0].managerEmail).toBeUndefined();
  });

  it('is neither rejected nor missing for it: the ledger has a warning per field', () => {
    expect(readOf('Account')).toMatchObject({
      status: 'Complete',
      rejected: 0,
      gaps: [
        {
          reason: 'unsupported',
          subject: 'Account.email',
          message: '6 values are not e-mail addresses, such as "root@web1"; left out',
          missing: 'fields',
        },
        { subject: 'Account.alternateEmails', message: expect.stringContaining('2 values') },
      ],
    });
    expect(readOf('Department').gaps).toMatchObject([
      { subject: 'Department.managerEmail', message: '"head of sales" is not an e-mail address; left out' },
    ]);
  });
});
