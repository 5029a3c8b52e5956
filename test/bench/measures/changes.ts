// Changes: how fast they are accepted, how soon the data show them, and a bulk job beside bare modifications of the same directory.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { ldifOf } from '../../support/directories/ldif.ts';
import { admin, type Slapd, slapdMissing, startSlapd, suffix } from '../../support/directories/slapd.ts';
import type { Bench } from '../bench.ts';
import { run, settleDisk } from '../child.ts';
import { accountDn, directoryLdif } from '../data/directory-entries.ts';
import { median, milliseconds, percentile, rate, seconds, times } from '../table.ts';

const rounds = 3;
const singleChanges = 200;
const acceptedMsAtMost = 20;
const visibleSecondsAtMost = 2;
const bulkTargets = 1000;
const trialTargets = 20;
const bulkRatioAtLeast = 0.5;
const policy = `cn=policy,${suffix}`;

interface Changed {
  readonly accepted: readonly number[];
  readonly visible: number;
  readonly bulk: number;
}

export async function measureChanges(bench: Bench): Promise<void> {
  await measureAcceptance(bench);
  if (slapdMissing) return bench.skip('a bulk job', slapdMissing);
  await measureBulk(bench);
}

async function measureAcceptance(bench: Bench): Promise<void> {
  const folder = await bench.published();
  const single = bench.effort(singleChanges, 5);
  bench.say(`${single} changes of a deployment with ${bench.rows} accounts`);
  const settings = { accounts: bench.rows, assignments: bench.rows };
  const source = { id: 'scripted', connector: 'scripted', settings };
  const measured = { folder, source, begun: true, bulk: 0 };
  // What is changed is read again only in the second run: the records of the bench are made in this process, and that takes long. It
  // changes another account, because jobs of the first run may have been left to it.
  const { accepted } = await run<Changed>('service/changing.ts', { ...measured, single, from: 0, shows: false });
  const { visible } = await run<Changed>('service/changing.ts', { ...measured, single: 1, from: single, shows: true });
  const taken = percentile(accepted, 0.95);
  bench.report({
    what: `acceptance of a change, ${bench.rows} accounts, 95th percentile of ${accepted.length}`,
    ours: milliseconds(taken),
    peer: '',
    ratio: '',
    target: `< ${milliseconds(acceptedMsAtMost)}`,
    met: taken < acceptedMsAtMost,
  });
  bench.report({
    what: `from the source's confirmation to data that show it, ${bench.rows} accounts and assignments`,
    ours: seconds(visible),
    peer: '',
    ratio: '',
    target: `< ${seconds(visibleSecondsAtMost)}`,
    met: visible < visibleSecondsAtMost,
  });
}

async function measureBulk(bench: Bench): Promise<void> {
  const targets = bench.effort(bulkTargets, trialTargets);
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 1; round <= bench.effort(rounds); round += 1) {
    bench.say(`a bulk job of ${targets} accounts of slapd, round ${round}`);
    const locking = ldifOf(policy, {
      objectClass: ['device', 'pwdPolicy'],
      ...{ cn: 'policy', pwdAttribute: 'userPassword', pwdLockout: 'TRUE' },
    });
    // Each group takes a fiftieth of the entries.
    const ldif = directoryLdif(Math.ceil((targets * 50) / 49) + 1, suffix) + locking;
    const slapd = await startSlapd({ durable: true, ldif, policy });
    try {
      settleDisk();
      bare.push(modifySeconds(slapd, targets));
      const settings = { url: slapd.url, ...admin, lockout_policy: policy };
      const source = { id: 'directory', connector: 'ldap', settings };
      const folder = path.join(bench.folder, `bulk-${round}`);
      const changed = await run<Changed>('service/changing.ts', {
        ...{ folder, source, begun: false, single: 0, from: 0, shows: false, bulk: targets },
      });
      ours.push(changed.bulk);
    } finally {
      await slapd.stop();
    }
  }
  const [took, peer] = [median(ours), median(bare)];
  bench.report({
    what: `a job that disables ${targets} accounts of slapd`,
    ours: rate(targets / took, 'accounts'),
    peer: `${rate(targets / peer, 'accounts')} ldapmodify, one after the other`,
    ratio: times(peer / took),
    target: `≥ ${times(bulkRatioAtLeast)}`,
    met: peer / took >= bulkRatioAtLeast,
  });
}

/** The same attribute of as many accounts, set and removed again. @returns the time of setting them */
function modifySeconds(slapd: Slapd, targets: number): number {
  const attribute = 'pwdAccountLockedTime';
  const lines = (change: readonly string[]) =>
    Array.from({ length: targets }, (_, index) =>
      [`dn: ${accountDn(index, suffix)}`, 'changetype: modify', ...change, '', ''].join('\n'),
    ).join('');
  const bind = ['-x', '-H', slapd.url, '-D', admin.bind_dn, '-w', admin.bind_password];
  const modify = (ldif: string) =>
    execFileSync('ldapmodify', bind, { input: ldif, stdio: ['pipe', 'ignore', 'inherit'] });
  const started = performance.now();
  modify(lines([`add: ${attribute}`, `${attribute}: 000001010000Z`]));
  const took = (performance.now() - started) / 1000;
  modify(lines([`delete: ${attribute}`]));
  return took;
}
