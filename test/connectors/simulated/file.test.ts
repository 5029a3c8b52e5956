// The file of a simulated application: how it is made, and what is said when it cannot be used.
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { simulated } from '../../../connectors/simulated/index.ts';
import { type Application, actionOf, contextOf, makeApplication, recordsOf, seed, withClient } from './application.ts';

let application: Application;
beforeEach(() => {
  application = makeApplication();
});
afterEach(() => application.remove());

describe('the file', () => {
  const opened = (settings: object = application.settings) =>
    simulated.open(settings, contextOf(application)).then(client => simulated.close!(client));

  it('is made from the seed once, for its owner only', async () => {
    await opened();
    expect(statSync(join(application.folder, 'data')).mode & 0o777).toBe(0o700);
    application.change("UPDATE account SET alias = 'anna' WHERE id = 'a1'");
    writeFileSync(join(application.folder, 'seed.json'), 'is not read any more: {');
    await opened();
    await opened({ file: application.settings.file });
    expect((await recordsOf(application, 'Account'))[0]).toMatchObject({ alias: 'anna' });
  });

  it('that is missing needs a seed', async () => {
    await expect(opened({ file: 'none.db' })).rejects.toThrow(
      `settings.file: ${join(application.folder, 'none.db')} does not exist (set \`seed\` to a file with the first content)`,
    );
    expect(existsSync(join(application.folder, 'none.db'))).toBe(false);
  });

  it('of something else is left alone', async () => {
    const other = join(application.folder, 'other.db');
    const database = new DatabaseSync(other);
    database.exec('CREATE TABLE mine (a)');
    database.close();
    const bytes = readFileSync(other);
    await expect(opened({ ...application.settings, file: 'other.db' })).rejects.toThrow(
      'is the database of another program',
    );
    expect(readFileSync(other).equals(bytes)).toBe(true);
    await expect(opened({ ...application.settings, file: 'seed.json' })).rejects.toThrow(/no SQLite database/);
    await expect(opened({ ...application.settings, file: 'seed.json/desk.db' })).rejects.toThrow(/^settings\.file: /);
  });

  it('that is damaged is found by the check', async () => {
    await opened();
    expect(await withClient(application, client => simulated.check(client))).toEqual([]);
  });

  it.skipIf(process.getuid?.() === 0)('that is read-only can be read, and says so when it is changed', async () => {
    await opened();
    chmodSync(join(application.folder, application.settings.file), 0o400);
    expect(await recordsOf(application, 'Account')).toHaveLength(4);
    const change = withClient(application, client =>
      actionOf('DisableAccount').apply(client, { accountId: 'a1' }, { image: {}, beforeDisabling: undefined }),
    );
    await expect(change).rejects.toThrow('give the service the right to write');
  });

  it('that another program has locked is tried again later', async () => {
    await opened();
    const other = new DatabaseSync(join(application.folder, application.settings.file));
    other.exec('BEGIN EXCLUSIVE');
    await expect(opened()).rejects.toMatchObject({ name: 'SourceUnavailable' });
    other.close();
    await opened();
  });

  it.each([
    [{ ...seed, colour: 'red' }, /seed\.json: top: unknown field "colour"/],
    [
      { ...seed, accounts: [{ id: 'a', alias: 'a', roles: ['agnet'] }] },
      /a: there is no role `agnet`; did you mean `agent`\?/,
    ],
    [
      { ...seed, groups: [...seed.groups, seed.groups[0]] },
      /group `it` is there twice.*the group name `IT` is there twice/s,
    ],
    [
      { ...seed, accounts: [{ id: 'a', alias: 'a', enabled: false, roles: ['agent'] }] },
      /account `a` is disabled, so it cannot have roles and groups/,
    ],
    [
      { ...seed, accounts: [{ id: 'a', alias: 'a', expires: 'tomorrow' }] },
      /accounts\.0\.expires: "tomorrow" is not a time in ISO 8601/,
    ],
  ])('is not made from a wrong seed (%#)', async (content, message) => {
    writeFileSync(join(application.folder, 'seed.json'), JSON.stringify(content));
    await expect(opened()).rejects.toThrow(message);
    writeFileSync(join(application.folder, 'seed.json'), JSON.stringify(seed));
    await opened();
  });
});
