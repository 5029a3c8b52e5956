// Last logins from lastlog, lastlog2, wtmp and btmp, in files that are written here byte by byte.
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { readHost, temporaryRoot } from './reading.ts';

const seconds = (iso: string) => Date.parse(iso) / 1000;

function loginRecord(user: string, iso: string, bytes: 384 | 400 = 384, type = 7): Buffer {
  const record = Buffer.alloc(bytes);
  record.writeInt16LE(type, 0);
  record.write('pts/0', 8);
  record.write(user, 44);
  if (bytes === 384) record.writeUInt32LE(seconds(iso), 340);
  else record.writeBigInt64LE(BigInt(seconds(iso)), 344);
  return record;
}

const lastActivity = async (root: string, name = 'ann') =>
  (await readHost(root)).get('Account', `user:${name}`)['lastActivityDate'];

describe('wtmp and btmp', () => {
  for (const bytes of [384, 400] as const) {
    it(`are read with records of ${bytes} bytes, the newest login winning`, async () => {
      const days = ['2026-01-02T03:04:05.000Z', '2026-03-02T03:04:05.000Z', '2026-02-02T03:04:05.000Z'];
      const records = days.map(day => loginRecord('ann', day, bytes));
      const logout = loginRecord('ann', '2026-05-01T00:00:00.000Z', bytes, 8);
      const root = await temporaryRoot({ '/var/log/wtmp': Buffer.concat([...records, logout]) });
      expect(await lastActivity(root)).toBe('2026-03-02T03:04:05.000Z');
      expect(await lastActivity(root, 'root')).toBeUndefined();
    });
  }

  it('ignore times in the future, and keep failures separate from activity', async () => {
    const root = await temporaryRoot({
      '/var/log/wtmp': Buffer.concat([
        loginRecord('ann', '2026-01-01T00:00:00Z'),
        loginRecord('ann', '2099-01-01T00:00:00Z'),
      ]),
      '/var/log/btmp': loginRecord('ann', '2026-04-01T00:00:00Z', 384, 6),
    });
    const ann = (await readHost(root)).get('Account', 'user:ann');
    expect(ann['lastActivityDate']).toBe('2026-01-01T00:00:00.000Z');
    expect(ann['profileMetadata']).toContainEqual(
      expect.objectContaining({ name: 'lastFailedLogin', value: '2026-04-01T00:00:00.000Z' }),
    );
  });

  it('of an unknown layout are rejected', async () => {
    const root = await temporaryRoot({ '/var/log/wtmp': Buffer.alloc(1000, 0xff) });
    expect((await readHost(root)).of('Account').rejected).toMatchObject([{ place: '/var/log/wtmp' }]);
  });
});

describe('lastlog', () => {
  it('is read at each user id’s offset, however large the sparse file', async () => {
    const root = await temporaryRoot();
    await mkdir(join(root, 'var/log'), { recursive: true });
    const record = Buffer.alloc(292);
    record.writeUInt32LE(seconds('2026-06-01T00:00:00Z'), 0);
    const file = await open(join(root, 'var/log/lastlog'), 'w');
    await file.write(record, 0, 292, 1000 * 292);
    await file.truncate(100_000_000 * 292);
    await file.close();
    expect(await lastActivity(root)).toBe('2026-06-01T00:00:00.000Z');
  });
});

describe('lastlog2', () => {
  const database = async (...statements: string[]) => {
    const root = await temporaryRoot();
    await mkdir(join(root, 'var/lib/lastlog'), { recursive: true });
    using file = new DatabaseSync(join(root, 'var/lib/lastlog/lastlog2.db'));
    for (const statement of statements) file.exec(statement);
    return root;
  };

  it('is read from its table', async () => {
    const root = await database(
      'CREATE TABLE Lastlog2(Name TEXT PRIMARY KEY, Time INTEGER, TTY TEXT, RemoteHost TEXT, PAM_Service TEXT)',
      `INSERT INTO Lastlog2(Name, Time) VALUES ('ann', ${seconds('2026-07-01T00:00:00Z')})`,
    );
    expect(await lastActivity(root)).toBe('2026-07-01T00:00:00.000Z');
  });

  it('with an endless view in the table’s place is a gap', async () => {
    const root = await database(
      "CREATE VIEW Lastlog2 AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x FROM n) SELECT 'a' AS Name, max(x) AS Time FROM n",
    );
    expect((await readHost(root)).of('Account').gaps).toMatchObject([{ reason: 'failed', missing: 'fields' }]);
  });
});
