// What the search finds, and in which order.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceOf } from '../../../src/resources/registry.ts';
import { pagesOf, type Script, sampleRecord } from '../../support/scripted-source.ts';
import { type Item, instanceOf, startService, type TestService } from '../../support/service/service.ts';

const some = (type: string, records: readonly { id: string }[]) =>
  pagesOf(records.map(fields => ({ ...sampleRecord(resourceOf(type)!, 0), ...fields })) as never);

const directory: Script = {
  Account: some('Account', [
    { id: 'u-1', alias: 'jdoe17', name: 'Jane Doe', email: 'jane.doe@corp.example' },
    { id: 'u-2', alias: 'jane', name: 'Janet Doering', email: 'janet@corp.example' },
    { id: 'u-3', alias: 'xdoex', name: 'Max Müller', email: 'max@corp.example' },
    { id: 'u-4', alias: 'ivan', name: 'Иван Петров', email: 'ivan@corp.example', employeeNumber: 'E004711' },
    { id: 'u-6', alias: 'gtanaka', name: 'Gina Tanaka', email: 'gina.tanaka@corp.example' },
    { id: 'u-7', alias: 'ntanaka', name: 'Nina Tanaka', email: 'nina.tanaka@corp.example' },
    { id: 'u-8', alias: 'mtanaka', name: 'Mina Tanaka', email: 'mina.tanaka@corp.example' },
    { id: 'S-1-5-21-Weird', alias: 'alex', name: 'Alexander Blacksmith', email: 'Alex@Corp.Example' },
  ] as never),
  UserGroup: some('UserGroup', [
    { id: 'g-1', name: 'Jane' },
    { id: 'g-2', name: 'Finance Berlin' },
  ] as never),
  EntityManagedViaObject: some('EntityManagedViaObject', [
    {
      id: 'rel/1',
      entityId: 'u-1',
      entityType: 'Account',
      managedViaObjectId: 'g-1',
      managedViaObjectType: 'UserGroup',
    },
  ] as never),
};
const hidden: Script = { Account: some('Account', [{ id: 'u-1', alias: 'jane', name: 'Jane Hidden' }] as never) };

let test: TestService;
beforeAll(async () => {
  test = await startService({ sources: { directory, hidden } });
  await test.sync();
});
afterAll(() => test.close());

async function found(q: string, more = '', token?: string): Promise<[string, string][]> {
  const { status, body } = await test.get(`/v1/search?q=${encodeURIComponent(q)}${more}`, token);
  if (status !== 200) throw new Error(`${q}: ${status} ${body.message}`);
  return body.items.map(({ objectName, match }: Item) => [objectName, match]);
}
const only = `&applicationInstanceId=`;

describe('the search', () => {
  it('ranks whole usernames before names, words, beginnings, parts and similar words', async () => {
    const inDirectory = `${only}${instanceOf(test, 'directory')}`;
    expect(await found('jane', inDirectory)).toEqual([
      ['Janet Doering', 'Key'],
      ['Jane', 'Name'],
      ['Jane Doe', 'Words'],
    ]);
    expect(await found('doe', inDirectory)).toEqual([
      ['Jane Doe', 'Words'],
      ['Janet Doering', 'Prefix'],
      ['Max Müller', 'Within'],
    ]);
    expect(await found('blacksmiht')).toEqual([['Alexander Blacksmith', 'Similar']]);
    // The fewest typing errors first, counted over all words.
    for (const name of ['Gina', 'Nina', 'Mina']) {
      expect((await found(`${name} tanka`))[0]).toEqual([`${name} Tanaka`, 'Similar']);
      expect((await found(`tanka ${name}`))[0]).toEqual([`${name} Tanaka`, 'Similar']);
    }
  });

  it.each([
    ['an address whatever its case', 'JANE.DOE@corp.example', 'Jane Doe', 'Key'],
    ['the beginning of an address', 'jane.doe@co', 'Jane Doe', 'Words'],
    ['a username', 'jdoe17', 'Jane Doe', 'Key'],
    ['both words in any order', 'doe jane', 'Jane Doe', 'Words'],
    ['words that begin', 'bla alex', 'Alexander Blacksmith', 'Prefix'],
    ['a part of a word', 'lacksm', 'Alexander Blacksmith', 'Within'],
    ['letters without accents', 'muller', 'Max Müller', 'Words'],
    ['accents that are composed otherwise', 'mu\u0308ller', 'Max Müller', 'Words'],
    ['another alphabet', 'ИВАН', 'Иван Петров', 'Words'],
    ['exchanged letters', 'finanec', 'Finance Berlin', 'Similar'],
    ['one wrong letter in a short word', 'fanance', 'Finance Berlin', 'Similar'],
    ['two wrong letters in a long word', 'bleckamith', 'Alexander Blacksmith', 'Similar'],
    ['three wrong letters', 'blexkamith', undefined, undefined],
    ['two wrong letters in a short word', 'fanence', undefined, undefined],
    ['a typing error beside a right word', 'berlin finanec', 'Finance Berlin', 'Similar'],
    ['an employee number', 'e004711', 'Иван Петров', 'Key'],
    ['the beginning of a number', 'e0047', 'Иван Петров', 'Prefix'],
    ['a wrong number', 'e004712', undefined, undefined],
    ['a local id', 'S-1-5-21-Weird', 'Alexander Blacksmith', 'Key'],
    ['right-to-left marks', '\u200fblacksmith\u202e', 'Alexander Blacksmith', 'Words'],
    ['words that no object has together', 'finance blacksmith', undefined, undefined],
  ])('with %s', async (_, q, name, match) => {
    expect((await found(q))[0]).toEqual(name && [name, match]);
  });

  it('finds objects of every type by global id and local id', async () => {
    for (const path of ['accounts', 'user-groups', 'entity-managed-via-object']) {
      for (const { globalId, id } of await test.everyItem(`/v1/${path}`)) {
        const first = async (q: string) => (await test.get(`/v1/search?q=${encodeURIComponent(q)}`)).body.items;
        expect((await first(globalId.toUpperCase()))[0], globalId).toMatchObject({ objectId: globalId, match: 'Key' });
        expect(
          (await first(id)).map((item: Item) => item.objectId),
          id,
        ).toContain(globalId);
      }
    }
  });

  it('can be limited to a type, an application instance and a number', async () => {
    expect(await found('jane', '&type=UserGroup')).toEqual([['Jane', 'Name']]);
    expect(await found('jane', `${only}${instanceOf(test, 'hidden')}`)).toEqual([['Jane Hidden', 'Key']]);
    expect(await found('jane', '&limit=1')).toHaveLength(1);
    expect(await found('jan', '&type=RiskDefinition')).toEqual([]);
  });

  it('shows a limited client nothing of other application instances', async () => {
    const token = await test.token({ instances: [instanceOf(test, 'hidden')] });
    expect(await found('jane', '', token)).toEqual([['Jane Hidden', 'Key']]);
    expect(await found('blacksmith', '', token)).toEqual([]);
    expect(await found('u-3', '', token)).toEqual([]);
    const [account] = await test.everyItem(`/v1/accounts?applicationInstanceId=${instanceOf(test, 'directory')}`);
    expect(await found(account.globalId, '', token)).toEqual([]);
    expect((await test.get(`/v1/search?q=a${only}${instanceOf(test, 'directory')}`, token)).status).toBe(403);
  });

  it('finds nothing in hostile texts, and refuses wrong parameters', async () => {
    for (const q of ['!!! ---', '%', "' OR 1=1 --", '\0', '\u202e\u200f', '$word1', '_'.repeat(200), '\u{1F600}'])
      expect(await found(q).catch((error: Error) => error.message), JSON.stringify(q)).toEqual([]);
    const wrong = [
      '',
      'q=',
      'q=%20',
      `q=${'a'.repeat(10_000)}`,
      'q=a&q=b',
      'q=a&limit=0',
      'q=a&limit=101',
      'q=a&type=Acount',
    ];
    for (const query of [...wrong, 'q=a&pageSize=3', 'q=a&applicationInstanceId=x']) {
      const { status, body } = await test.get(`/v1/search?${query}`);
      expect([status, body.code], query.slice(0, 40)).toEqual([400, 'BAD_REQUEST']);
    }
  });
});
