// Every part of the bench at a tiny size: each measures once what it measures, so that none can rot.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { missingBrowser } from '../console/support/browser.ts';
import { sambaMissing } from '../support/directories/samba.ts';
import { slapdMissing } from '../support/directories/slapd.ts';
import { postgresMissing } from '../support/servers/postgres.ts';
import { redisMissing } from '../support/servers/redis.ts';

const missing = redisMissing ?? postgresMissing;
/** Part → a line of its table, and what it needs that is not here. */
const parts: readonly (readonly [part: string, line: RegExp, absent?: string | undefined])[] = [
  ['extraction', /extract to published version, 400 accounts and 400 assignments/],
  ['assignments', /400 assignments alone/],
  ['memory', /resident memory at most while extracting/],
  ['growth', /ten times the data, 400 accounts and 400 assignments/],
  ['grants', /400 grants of PostgreSQL/, postgresMissing],
  ['serving', /random gets, 16 clients/, postgresMissing],
  ['filters', /list of 400 accounts, equal department/],
  ['console', /console: graph of access of 100 nodes/, missingBrowser],
  ['start', /second start, to a token and a first page/],
  ['idle', /resident memory of `up`, idle/],
  ['exports', /accessInventoryAccounts, 400 rows over HTTP/, postgresMissing],
  ['queue', /queue on Redis, 100 jobs/, redisMissing],
  ['workers', /on two worker processes/, missing],
  ['switch', /from publication to service, 400 accounts, 1 % changed, bucket/, missing],
  ['small', /sync of 12 records of every type/],
  ['sharing', /size of a version, 400 accounts and assignments/],
  ['small-beside-large', /sync of 12 records beside/],
  ['access', /account_resource_access by alias/],
  ['enrichment', /enrichment of ten times the data[\s\S]+search for a name, a username/],
  ['openldap', /200 entries of slapd, landed and published/, slapdMissing],
  ['samba', /second sync of Samba/, sambaMissing],
  ['queries', /query: aggregate/],
  ['changes', /a job that disables 20 accounts of slapd/, slapdMissing],
  ['signals', /from a security event to data that show it, 400 accounts/],
];

async function trial(chosen: string): Promise<{ code: number; stdout: string; stderr: string }> {
  const program = path.join(import.meta.dirname, 'main.ts');
  const child = spawn(process.execPath, [program, '--trial', '--rows', '400', '--only', chosen], {
    env: { ...process.env, BENCH_STATE: inject('stateTemplate') },
  });
  const [[code], stdout, stderr] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr };
}

describe('npm run bench', () => {
  const present = parts.filter(([, , absent]) => absent === undefined).map(([part]) => part);
  let tried: { code: number; stdout: string; stderr: string };
  // One run, because parts share the version that they read.
  beforeAll(async () => {
    tried = await trial(present.join(','));
    // On a busy machine it takes more than ten minutes.
  }, 1_800_000);

  for (const [part, line, absent] of parts) {
    it.skipIf(absent)(`measures ${part}${absent ? `; skipped: ${absent}` : ''}`, () => {
      expect(tried.stdout, tried.stderr).toMatch(line);
    });
  }

  it('ends well, and has no part that is not tried here', async () => {
    expect(tried.code, tried.stderr).toBe(0);
    const { stderr } = await trial('nothing');
    const [, known] = /there are ([a-z, -]+);/.exec(stderr)!;
    expect(known!.split(', ').toSorted()).toEqual(parts.map(([part]) => part).toSorted());
  });
});
