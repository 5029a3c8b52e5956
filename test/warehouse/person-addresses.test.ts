// Persons where settings say that several domains are one, and that plus signs make no other address.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Enrichment, type Landed, openEnrichment } from '../support/enrichment/enriched.ts';
import { account, employee, hr, identity, provider, wiki } from '../support/enrichment/people.ts';
import { personsOf } from '../support/enrichment/persons.ts';
import { isLong } from '../support/long-tests.ts';

const aliases = ['one.example', 'one.co.uk', 'eins.example'];
const settings = { alias_domains: { 'one.example': aliases.slice(1) }, plus_addressing: ['one.example'] };

let plain: Enrichment;
let joining: Enrichment;
beforeAll(async () => {
  plain = await openEnrichment();
  joining = await openEnrichment(1, settings);
});
afterAll(async () => {
  await plain?.[Symbol.asyncDispose]();
  await joining?.[Symbol.asyncDispose]();
});

const ada = employee('1', { email: 'ada@one.example', alternateEmails: ['ada.maiden@one.co.uk'] });
const withWiki = (...fields: Record<string, unknown>[]): Landed => ({
  [hr]: { Employee: [ada, employee('2', { email: 'bob@two.example' })] },
  [wiki]: { Account: fields.map((own, index) => account(`a${index}`, own)) },
});

it.each([
  ['another domain of the organisation', { email: 'Ada@ONE.co.uk' }, ['1', 'email']],
  ['a plus sign', { email: 'ada+aws@one.example' }, ['1', 'email']],
  ['both', { alias: 'ada+a+b@eins.example' }, ['1', 'alias']],
  ['a federation id', { federationId: { type: 'NameID', value: 'ada+sso@one.co.uk' } }, ['1', 'federationId']],
  ['a former address in another domain', { email: 'ada.maiden@eins.example' }, ['1', 'email']],
  ['a domain of somebody else', { email: 'ada@two.example' }, null],
  ['a domain below', { email: 'ada@mail.one.example' }, null],
  ['a plus sign where the domain has no such setting', { email: 'bob+x@two.example' }, null],
  ['a quoted local part', { email: '"ada+aws"@one.example' }, null],
  ['nothing before the plus sign', { email: '+ada@one.example' }, null],
  ['a generated address', { email: 'ada@one.invalid' }, null],
])('with settings, %s: %j', async (_, fields, joined) => {
  expect(await personsOf(joining, withWiki(fields))).toEqual({ a0: joined });
});

it('without settings, other domains and plus signs make other addresses', async () => {
  const landed = withWiki({ email: 'ada@one.co.uk' }, { email: 'ada+aws@one.example' }, { email: 'ada@one.example' });
  expect(await personsOf(plain, landed)).toEqual({ a0: null, a1: null, a2: ['1', 'email'] });
});

it('does not join accounts of one provider that are one address, nor employees', async () => {
  const landed = {
    [hr]: { Employee: [ada, employee('3', { email: 'ada+two@one.example' })] },
    [provider]: {
      Account: ['eve@one.example', 'eve+admin@one.co.uk'].map((email, at) => identity(`i${at}`, { email })),
    },
    [wiki]: { Account: [account('a', { email: 'ada@eins.example' }), account('b', { email: 'eve@one.example' })] },
  };
  expect(await personsOf(joining, landed)).toEqual({
    i0: ['Account:i0', 'identityAccount'],
    i1: ['Account:i1', 'identityAccount'],
    a: null,
    b: null,
  });
});

it('shows addresses as they are written', async () => {
  await personsOf(joining, withWiki({ email: 'ada+aws@one.co.uk' }));
  const rows = await joining.duckdb.rows(`SELECT "email", "alternateEmails" FROM enrich."Person" WHERE "id" = '1'`);
  expect(rows).toEqual([{ email: 'ada@one.example', alternateEmails: ['ada+aws@one.co.uk', 'ada.maiden@one.co.uk'] }]);
});

const name = fc.constantFrom('ada', 'bob', 'zoë', '');
const written = fc.record({ domain: fc.constantFrom(...aliases), tag: fc.constantFrom('', '+x', '+y+z') });
const address = fc.record({ name, main: fc.constantFrom('one.example', 'two.example'), written });
type Address = typeof address extends fc.Arbitrary<infer Value> ? Value : never;
const mainForm = ({ name: local, main }: Address) => (local === '' ? undefined : `${local}@${main}`);
const writtenForm = ({ name: local, main, written: { domain, tag } }: Address) =>
  local === '' || main !== 'one.example' ? mainForm({ name: local, main } as Address) : `${local}${tag}@${domain}`;
const person = fc.record({
  alias: address,
  email: address,
  alternate: address,
  number: fc.constantFrom(undefined, '1', '2'),
  isIdentity: fc.boolean(),
});
type Person = typeof person extends fc.Arbitrary<infer Value> ? Value : never;

function landedOf(people: readonly Person[], form: (address: Address) => string | undefined): Landed {
  const present = (one: Address) => form(one) !== undefined;
  const accounts = people.slice(3).map(({ alias, email, alternate, number, isIdentity }, at) =>
    account(`a${at}`, {
      alias: form(alias) ?? `a${at}`,
      email: form(email) ?? `a${at}@generated.invalid`,
      alternateEmails: [alternate].filter(present).map(form),
      employeeNumber: number,
      authenticationFunctions: [isIdentity ? 'Identity' : 'ApplicationAccount'],
    }),
  );
  const employees = people
    .slice(0, 3)
    .map(({ email, number }, at) => employee(`e${at}`, { email: form(email), employeeNumber: number }));
  return {
    [hr]: { Employee: employees },
    [provider]: { Account: accounts.filter((_, at) => at % 2 === 0) },
    [wiki]: { Account: accounts.filter((_, at) => at % 2 === 1) },
  };
}

describe('for generated people', () => {
  it('gives addresses in any form the persons that main addresses have without settings', async () => {
    let joined = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(person, { minLength: 4, maxLength: 12 }), async people => {
        const expected = await personsOf(plain, landedOf(people, mainForm));
        expect(await personsOf(joining, landedOf(people, writtenForm))).toEqual(expected);
        joined += Object.values(expected).filter(of => of !== null).length;
      }),
      { numRuns: isLong ? 200 : 6 },
    );
    expect(joined).toBeGreaterThan(10);
  });
});
