// lastlog2(8): last logins in an SQLite file. It replaces lastlog, whose 32-bit times end in 2038.

import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { Root } from '../files/root.ts';
import type { Findings } from '../findings.ts';
import { maxLoginDatabaseBytes } from '../limits.ts';
import { withLogFile } from './log-file.ts';
import { latestTime } from './login-records.ts';

const path = '/var/lib/lastlog/lastlog2.db';

/** Last login of each user name, in seconds since 1970. */
export async function readLastlog2(root: Root, now: Date, findings: Findings): Promise<Map<string, number>> {
  const latest = new Map<string, number>();
  await withLogFile(root, path, findings, ({ path: place, size }) => {
    if (size > maxLoginDatabaseBytes) throw new Error(`larger than the limit of ${maxLoginDatabaseBytes} bytes`);
    // Immutable: SQLite then writes no lock and no journal next to a file that is not ours.
    const address = pathToFileURL(`${root}${place}`);
    address.search = '?immutable=1';
    using database = new DatabaseSync(address, { readOnly: true, enableForeignKeyConstraints: false });
    // Only a plain table is read: a view with that name could compute endlessly.
    const table = database.prepare(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'Lastlog2' AND sql LIKE 'CREATE TABLE%'",
    );
    if (!table.get()) throw new Error('there is no table Lastlog2 in it');
    const rows = database.prepare('SELECT Name AS name, Time AS time FROM Lastlog2 LIMIT 10000000').iterate();
    for (const { name, time } of rows) {
      if (typeof name === 'string' && typeof time === 'number' && time > 0 && time <= latestTime(now)) {
        latest.set(name, time);
      }
    }
  });
  return latest;
}
