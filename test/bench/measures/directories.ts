// Directories: the time from the server to a published version beside the server's own tool, the second sync, and the memory.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { domainAdmin, startSamba } from '../../support/directories/samba.ts';
import { admin, type Slapd, startSlapd } from '../../support/directories/slapd.ts';
import type { Bench } from '../bench.ts';
import { run, settleDisk } from '../child.ts';
import { directoryChanges, directoryLdif } from '../data/directory-entries.ts';
import { addDomainEntries, domainChangesLdif } from '../data/domain-entries.ts';
import { median, megabytes, seconds, times } from '../table.ts';

const rounds = 3;
const fullEntries = 20_000;
/** To load 20,000 entries into Samba takes more than ten minutes. */
const sambaEntries = 4_000;
const trialEntries = 200;
const changed = 100;
/** Memory counts as flat when ten times the entries take no more than a quarter more of it. */
const flatAtMost = 1.25;

interface Synced {
  readonly first: { readonly landed: number; readonly published: number };
  readonly second: { readonly landed: number; readonly published: number };
  readonly peakBytes: number;
}

export async function measureOpenLdap(bench: Bench): Promise<void> {
  const entries = bench.effort(fullEntries, trialEntries);
  const count = Math.min(changed, Math.floor(entries / 10));
  const ours: Synced[] = [];
  const peers: { all: number; user: number }[] = [];
  for (let round = 1; round <= bench.effort(rounds); round += 1) {
    bench.say(`openldap: ${entries} entries, round ${round}`);
    const slapd = await startSlapd({ ldif: directoryLdif(entries, 'dc=example,dc=org') });
    try {
      peers.push({ all: ldapsearchSeconds(bench, slapd, ['*', '+']), user: ldapsearchSeconds(bench, slapd, ['*']) });
      const parameters = ['-x', '-H', slapd.url, '-D', admin.bind_dn, '-w', admin.bind_password];
      const ldif = directoryChanges(count, entries, slapd.suffix);
      ours.push(await syncTwice(bench, { url: slapd.url, ...admin }, { parameters, ldif }));
    } finally {
      await slapd.stop();
    }
  }
  const took = median(ours.map(({ first }) => first.published));
  const peer = median(peers.map(({ all }) => all));
  bench.report({
    what: `${entries} entries of slapd, landed and published`,
    ours: seconds(took),
    peer: `${seconds(peer)} ldapsearch of all attributes into a file`,
    ratio: times(took / peer),
    target: '≤ 2.00×',
    met: took <= peer * 2,
  });
  const landed = median(ours.map(({ first }) => first.landed));
  bench.report({
    what: 'of it the extraction',
    ours: seconds(landed),
    peer: `${seconds(median(peers.map(({ user }) => user)))} ldapsearch of user attributes`,
    ratio: '',
    target: '',
  });
  reportSecond(bench, 'slapd', count, entries, ours);
  await measureMemory(bench, entries, median(ours.map(({ peakBytes }) => peakBytes)));
}

async function measureMemory(bench: Bench, entries: number, many: number): Promise<void> {
  const slapd = await startSlapd({ ldif: directoryLdif(entries / 10, 'dc=example,dc=org') });
  let few: number;
  try {
    few = (await syncTwice(bench, { url: slapd.url, ...admin })).peakBytes;
  } finally {
    await slapd.stop();
  }
  bench.report({
    what: `resident memory at most while extracting ${entries} and ${entries / 10} entries of slapd`,
    ours: megabytes(many),
    peer: `${megabytes(few)} with a tenth of the entries`,
    ratio: times(many / few),
    target: `flat (≤ ${times(flatAtMost)})`,
    met: many <= few * flatAtMost,
  });
}

export async function measureSamba(bench: Bench): Promise<void> {
  const entries = bench.effort(sambaEntries, trialEntries);
  const count = Math.min(changed, Math.floor(entries / 100));
  bench.say(`samba: loading ${entries} entries`);
  const samba = await startSamba((database, configuration) => addDomainEntries(database, configuration, entries));
  try {
    const ours: Synced[] = [];
    const settings = { url: samba.url, ...domainAdmin };
    const parameters = ['-x', '-H', samba.url, '-D', domainAdmin.bind_dn, '-w', domainAdmin.bind_password];
    for (let round = 1; round <= bench.effort(rounds); round += 1) {
      bench.say(`samba: round ${round}`);
      ours.push(await syncTwice(bench, settings, { parameters, ldif: domainChangesLdif(count, entries, round) }));
    }
    reportSecond(bench, 'Samba', count, entries, ours);
  } finally {
    await samba.stop();
  }
}

function reportSecond(bench: Bench, server: string, count: number, entries: number, ours: readonly Synced[]): void {
  const first = median(ours.map(synced => synced.first.landed));
  const second = median(ours.map(synced => synced.second.landed));
  bench.report({
    what: `second sync of ${server}, ${count} of ${entries} entries changed: extraction`,
    ours: seconds(second),
    peer: `${seconds(first)} the first`,
    ratio: times(second / first),
    target: '≤ 0.15×',
    met: second <= first * 0.15,
  });
}

async function syncTwice(
  bench: Bench,
  settings: Record<string, unknown>,
  change?: { readonly parameters: readonly string[]; readonly ldif: string },
): Promise<Synced> {
  const folder = path.join(bench.folder, 'directory');
  settleDisk();
  try {
    return await run<Synced>('service/directory-sync.ts', { folder, settings, change });
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function ldapsearchSeconds(bench: Bench, slapd: Slapd, attributes: readonly string[]): number {
  const file = fs.openSync(path.join(bench.folder, 'ldapsearch.ldif'), 'w');
  const bind = ['-x', '-H', slapd.url, '-D', admin.bind_dn, '-w', admin.bind_password, '-b', slapd.suffix];
  const started = performance.now();
  try {
    const parameters = [...bind, '-LLL', '-E', 'pr=500/noprompt', '(objectClass=*)', ...attributes];
    execFileSync('ldapsearch', parameters, { stdio: ['ignore', file, 'inherit'] });
    return (performance.now() - started) / 1000;
  } finally {
    fs.closeSync(file);
  }
}
