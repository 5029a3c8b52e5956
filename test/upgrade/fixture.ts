// The data directory of an earlier release, unpacked with its times moved, as if it had been made a minute ago.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, constants } from 'node:zlib';
import { openDatabase } from '../../src/database/open-database.ts';
import type { Expected } from './deployment.ts';

/** The releases that have a fixture. */
export const formerReleases = fs
  .readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(entry => entry.name);

/** Unpack a release's `data` into a folder. */
export async function unpack(release: string, folder: string): Promise<Expected> {
  const packed = path.join(import.meta.dirname, release);
  const archive = brotliDecompressSync(fs.readFileSync(path.join(packed, 'data.tar.br')), {
    params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 },
  });
  execFileSync('tar', ['-xf', '-'], { cwd: folder, input: archive });
  const expected: Expected = JSON.parse(fs.readFileSync(path.join(packed, 'expected.json'), 'utf8'));
  const minutes = (Date.now() - Date.parse(expected.madeAt)) / 60_000 - 1;
  await moveTimes(path.join(folder, 'data/state'), `${minutes} minutes`);
  return expected;
}

/** Move all times in a state database (except the audit log, which refuses changes), so that nothing expires as it ages. */
async function moveTimes(state: string, interval: string): Promise<void> {
  const database = await openDatabase({ folder: state });
  const columns = await database.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and data_type = 'timestamp with time zone' and table_name <> 'audit_log'`,
  );
  for (const { table, column } of columns) {
    await database.query(`update "${table}" set "${column}" = "${column}" + $1::interval`, [interval]);
  }
  await database.close();
}
