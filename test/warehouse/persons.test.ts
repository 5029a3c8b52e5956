// Which accounts are joined to one person, by which rule, and what keeps them apart.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Enrichment, type Landed, openEnrichment } from '../support/enrichment/enriched.ts';
import {
  account,
  assigned,
  deployment,
  directory,
  employee,
  entry,
  forge,
  hr,
  identity,
  provider,
  wiki,
} from '../support/enrichment/people.ts';
import { type Joined, personsOf } from '../support/enrichment/persons.ts';

let enrichment: Enrichment;
beforeAll(async () => {
  enrichment = await openEnrichment();
});
afterAll(() => enrichment?.[Symbol.asyncDispose]());

const joined = (landed: Landed): Promise<Joined> => personsOf(enrichment, landed);

async function conflicts(): Promise<string[]> {
  const rows = await enrichment.duckdb.rows<{ text: string }>(
    `SELECT DISTINCT coalesce(account."id", employee."id") || ' ' || reason AS text FROM enrich.person_conflicts AS conflict
     LEFT JOIN model."Account" AS account ON account."globalId" = object_id
     LEFT JOIN model."Employee" AS employee ON employee."globalId" = object_id ORDER BY text`,
  );
  return rows.map(({ text }) => text);
}

const ada = employee('1', { employeeNumber: 'E1', email: 'ada@one.example', alternateEmails: ['ada@home.example'] });
const bob = employee('2', { employeeNumber: 'E2', email: 'bob@one.example' });

describe('an account belongs to the person of an employee', () => {
  it.each([
    ['employeeNumber', { employeeNumber: 'e1' }],
    ['employeeNumber', { federationId: { type: 'employee-number', value: 'E1' } }],
    ['employeeId', { employeeNumber: '1' }],
    ['federationId', { federationId: { type: 'NameID', value: 'ADA@one.example' } }],
    ['email', { email: 'Ada@One.Example' }],
    ['email', { email: 'ada@home.example' }],
    ['alias', { alias: 'ada@one.example' }],
    ['email', { email: 'ada@one.example', employeeNumber: '000E1' }],
  ])('by %s: %j', async (rule, fields) => {
    expect(await joined({ [hr]: { Employee: [ada, bob] }, [wiki]: { Account: [account('a', fields)] } })).toEqual({
      a: ['1', rule],
    });
  });

  it('by an address that an identity provider has as a former one', async () => {
    const landed = {
      [hr]: { Employee: [ada, bob] },
      [provider]: {
        Account: [
          identity('i', {
            employeeNumber: 'E1',
            email: 'ada.married@one.example',
            alternateEmails: ['ada.maiden@one.example'],
          }),
          identity('j', { email: 'b@one.example', alternateEmails: ['bob@one.example'] }),
        ],
      },
      // What an application calls a former address is no evidence.
      [wiki]: {
        Account: [
          account('a', { email: 'Ada.Maiden@one.example' }),
          account('c', { alternateEmails: ['bob@one.example'] }),
        ],
      },
    };
    expect(await joined(landed)).toEqual({
      i: ['1', 'employeeNumber'],
      j: ['2', 'email'],
      a: ['1', 'email'],
      c: null,
    });
  });

  it('by the directory entry with which it is synced, also of another instance, and on through that', async () => {
    const federated = { isFederated: true, authenticationKey: 'directory' };
    const landed = {
      [hr]: { Employee: [ada] },
      [directory]: {
        Account: [entry('dn', { employeeNumber: 'E1' })],
        IntegratedApplication: [deployment('AD', ['directory'])],
      },
      [provider]: { Account: [identity('i', { directoryEntryId: 'dn', directoryEntryFederation: federated })] },
      [wiki]: { Account: [account('a', { directoryEntryId: 'b' }), account('b', { employeeNumber: 'E1' })] },
    };
    expect(await joined(landed)).toEqual({
      dn: ['1', 'employeeNumber'],
      i: ['1', 'directoryEntry'],
      a: ['1', 'directoryEntry'],
      b: ['1', 'employeeNumber'],
    });
  });

  it('by the account that signs in to it by SSO', async () => {
    const landed = {
      [hr]: { Employee: [ada] },
      [provider]: {
        Account: [identity('i', { alias: 'ada', employeeNumber: 'E1' })],
        AssignedApplication: [assigned('w', 'Wiki', ['key'])],
      },
      [wiki]: { Account: [account('a', { alias: 'ADA' })], IntegratedApplication: [deployment('Wiki', ['key'])] },
      [forge]: { Account: [account('f', { alias: 'ada' })] },
    };
    expect(await joined(landed)).toEqual({ i: ['1', 'employeeNumber'], a: ['1', 'federation'], f: null });
  });

  it('by the address that the identity provider has and HR has not', async () => {
    const landed = {
      [hr]: { Employee: [employee('1', { employeeNumber: 'E1' })] },
      [provider]: { Account: [identity('i', { employeeNumber: 'E1', email: 'ada@one.example' })] },
      [wiki]: { Account: [account('a', { email: 'ADA@one.example' })] },
    };
    expect(await joined(landed)).toMatchObject({ a: ['1', 'email'] });
  });
});

describe('without an HR record', () => {
  it('accounts of directories and identity providers make persons', async () => {
    const landed = {
      [directory]: { Account: [entry('dn', { email: 'ada@one.example' })] },
      [provider]: {
        Account: [identity('i', { email: 'Ada@one.example' }), identity('j', { email: 'bob@one.example' })],
      },
      [wiki]: {
        Account: [account('a', { email: 'ada@one.example' }), account('b', { alias: 'BOB@one.example' }), account('c')],
      },
    };
    expect(await joined(landed)).toEqual({
      dn: ['Account:dn', 'identityAccount'],
      i: ['Account:dn', 'email'],
      j: ['Account:j', 'identityAccount'],
      a: ['Account:dn', 'email'],
      b: ['Account:j', 'alias'],
      c: null,
    });
  });

  it('a number joins accounts to the person that has it alone', async () => {
    const landed = {
      [provider]: {
        Account: [
          identity('i', { employeeNumber: '7' }),
          identity('j', { employeeNumber: '8' }),
          identity('k', { employeeNumber: '8' }),
        ],
      },
      [wiki]: { Account: [account('a', { employeeNumber: '7' }), account('b', { employeeNumber: '8' })] },
    };
    expect(await joined(landed)).toMatchObject({ a: ['Account:i', 'employeeNumber'], b: null });
  });

  it('several accounts of one instance with one address stay apart', async () => {
    const landed = {
      [provider]: {
        Account: [identity('i', { email: 'desk@one.example' }), identity('j', { email: 'desk@one.example' })],
      },
      [wiki]: { Account: [account('a', { email: 'desk@one.example' })] },
    };
    expect(await joined(landed)).toEqual({
      i: ['Account:i', 'identityAccount'],
      j: ['Account:j', 'identityAccount'],
      a: null,
    });
    expect(await conflicts()).toEqual(['i sharedAddress', 'j sharedAddress']);
  });

  it('the same address with different numbers makes two persons', async () => {
    const landed = {
      [directory]: { Account: [entry('dn', { email: 'ada@one.example', employeeNumber: '1' })] },
      [provider]: { Account: [identity('i', { email: 'ada@one.example', employeeNumber: '2' })] },
    };
    expect(await joined(landed)).toMatchObject({
      dn: ['Account:dn', 'identityAccount'],
      i: ['Account:i', 'identityAccount'],
    });
  });

  it('an id of an employee and an id of an account never make the same person', async () => {
    const landed = {
      [hr]: {
        Employee: [employee('i'), employee('Account:i'), employee('Employee:Account:i')],
        Account: [identity('i')],
      },
    };
    await enrichment.run(landed);
    const rows = await enrichment.duckdb.rows<{ id: string }>('SELECT "id" FROM enrich."Person" ORDER BY "id"');
    expect(rows.map(({ id }) => id)).toEqual(['Account:i', 'Employee:Account:i', 'Employee:Employee:Account:i', 'i']);
    const [ids] = await enrichment.duckdb.rows(
      'SELECT count(DISTINCT "globalId")::INTEGER AS count FROM enrich."Person"',
    );
    expect(ids).toEqual({ count: 4 });
  });
});

describe('evidence that is weak or contradicts itself joins nothing', () => {
  it.each([
    ['another person’s number', { email: 'ada@one.example', employeeNumber: 'E2' }, ['a severalPersons']],
    ['a number that nobody has', { email: 'ada@one.example', employeeNumber: 'E9' }, ['a otherEmployeeNumber']],
    ['addresses of two persons', { email: 'ada@one.example', alias: 'bob@one.example' }, ['a severalPersons']],
    ['a plus-tag', { email: 'ada+wiki@one.example' }, []],
    ['another domain', { email: 'ada@two.example' }, []],
    ['the name for display', { name: '1', displayName: '1' }, []],
    ['a plain username', { alias: 'ada' }, []],
    ['a shared account', { email: 'ada@one.example', subType: 'Shared' }, []],
    ['a machine account', { email: 'ada@one.example', type: 'Machine' }, []],
  ])('%s', async (_, fields, expected) => {
    const landed = { [hr]: { Employee: [ada, bob] }, [wiki]: { Account: [account('a', { name: 'Ada', ...fields })] } };
    expect(await joined(landed)).toEqual({ a: null });
    expect(await conflicts()).toEqual(expected);
  });

  it('two employees with one number or one address keep accounts with it apart', async () => {
    const landed = {
      [hr]: {
        Employee: [ada, employee('3', { employeeNumber: 'E1' }), bob, employee('4', { email: 'BOB@one.example' })],
      },
      [wiki]: {
        Account: [
          account('number', { employeeNumber: 'E1' }),
          account('address', { email: 'bob@one.example' }),
          account('both', { employeeNumber: 'E1', email: 'ada@one.example' }),
        ],
      },
    };
    expect(await joined(landed)).toEqual({ number: null, address: null, both: ['1', 'email'] });
    expect(await conflicts()).toEqual([
      '1 sharedEmployeeNumber',
      '2 sharedAddress',
      '3 sharedEmployeeNumber',
      '4 sharedAddress',
    ]);
  });

  it('generated addresses join nobody, even when HR has one', async () => {
    const landed = {
      [hr]: { Employee: [employee('1', { email: 'a@generated.invalid' })] },
      [provider]: { Account: [identity('i')] },
      [wiki]: { Account: [account('a'), account('i2', { email: 'i@generated.invalid' })] },
    };
    expect(await joined(landed)).toEqual({ a: null, i: ['Account:i', 'identityAccount'], i2: null });
  });

  it('an account whose directory entry belongs to somebody else stays apart, and what follows it', async () => {
    const landed = {
      [hr]: { Employee: [ada, bob] },
      [provider]: {
        Account: [
          identity('a', { employeeNumber: 'E1' }),
          identity('b', { directoryEntryId: 'a', employeeNumber: 'E2' }),
          identity('c', { directoryEntryId: 'b' }),
        ],
      },
    };
    expect(await joined(landed)).toEqual({ a: ['1', 'employeeNumber'], b: null, c: null });
  });

  it('cycles of directory entries end', async () => {
    const ring = Array.from({ length: 30 }, (_, at) => entry(`r${at}`, { directoryEntryId: `r${(at + 1) % 30}` }));
    const self = entry('self', { directoryEntryId: 'self' });
    const found = await joined({ [directory]: { Account: [...ring, self] } });
    expect(Object.entries(found).filter(([, person]) => person)).toEqual([
      ['self', ['Account:self', 'identityAccount']],
    ]);
  });
});

describe('somebody who was employed again', () => {
  const first = employee('7', {
    ...{ name: 'Cleo Katz', employeeNumber: 'E7', email: 'cleo@one.example' },
    ...{ employmentStatus: 'Terminated', hireDate: '2019-02-01T00:00:00Z', terminationDate: '2022-06-30T00:00:00Z' },
  });
  const again = (fields: Record<string, unknown>) =>
    employee('8', {
      name: 'Cleo Katz',
      employeeNumber: 'E8',
      email: 'cleo@one.example',
      hireDate: '2024-01-15T00:00:00Z',
      ...fields,
    });
  const personsOfBoth = async (second: Record<string, unknown>, numbers: readonly string[] = ['E7', 'E8']) =>
    joined({
      [hr]: { Employee: [first, again(second)] },
      [wiki]: { Account: numbers.map(number => account(`of ${number}`, { employeeNumber: number })) },
    });

  it.each([
    ['name and address', {}],
    ['name and number', { employeeNumber: 'E7', email: 'cleo.katz@two.example' }],
    ['number and address, after a marriage', { employeeNumber: 'E7', name: 'Cleo Lang' }],
    ['name and a former address', { email: 'c.katz@one.example', alternateEmails: ['cleo@one.example'] }],
  ])('with %s is one person, whom accounts of both employments belong to', async (_how, second) => {
    const found = await personsOfBoth(second);
    expect(new Set(Object.values(found).map(person => person?.[0]))).toContain('8');
    expect(Object.values(found).filter(person => person?.[0] === '7')).toEqual([]);
    const persons = await enrichment.duckdb.rows<{ id: string; status: string }>(
      `SELECT "id", "employmentStatus" AS status FROM enrich."Person"`,
    );
    expect(persons).toEqual([{ id: '8', status: 'Active' }]);
  });

  it.each([
    ['only the name agrees', { email: 'other@one.example' }],
    ['only the address agrees, which was given to somebody else', { name: 'Dan Moor' }],
    ['only the number agrees', { employeeNumber: 'E7', name: 'Dan Moor', email: 'dan@one.example' }],
    ['the employments overlap', { hireDate: '2022-06-01T00:00:00Z' }],
    ['it is not known when the second began', { hireDate: undefined }],
  ])('is nobody where %s', async (_why, second) => {
    await personsOfBoth(second);
    const persons = await enrichment.duckdb.rows<{ id: string }>(`SELECT "id" FROM enrich."Person" ORDER BY "id"`);
    expect(persons.map(({ id }) => id)).toEqual(['7', '8']);
  });
});
