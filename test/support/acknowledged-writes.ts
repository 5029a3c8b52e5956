// A process that writes to an embedded state database until it is killed. It prints each id after its write was acknowledged.
import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { openDatabase } from '../../src/database/open-database.ts';

const [, , folder, kind] = process.argv;
const database = await openDatabase({ folder: folder! });
await database.execute('CREATE TABLE IF NOT EXISTS written (id text, part int)');
for (;;) {
  const id = randomUUID();
  if (kind === 'transactions') {
    await database.transaction(async transaction => {
      await transaction.query('INSERT INTO written VALUES ($1, 1)', [id]);
      await transaction.query('INSERT INTO written VALUES ($1, 2)', [id]);
    });
  } else {
    await database.query('INSERT INTO written VALUES ($1, 1), ($1, 2)', [id]);
  }
  writeSync(1, `${id}\n`);
}
