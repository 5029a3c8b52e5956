// When each account last logged in, and when a login last failed, from all logs that the machine has.

import type { Root } from '../files/root.ts';
import { type Findings, noFindings } from '../findings.ts';
import type { LoginAccount } from '../identities/passwd.ts';
import { readLastlog } from './lastlog.ts';
import { readLastlog2 } from './lastlog2.ts';
import { readLoginRecords } from './login-records.ts';

export interface LastLogins {
  /** ISO 8601; undefined when none is recorded. */
  loginOf(name: string): string | undefined;
  failureOf(name: string): string | undefined;
  readonly findings: Findings;
}

export async function readLastLogins(root: Root, accounts: readonly LoginAccount[], now: Date): Promise<LastLogins> {
  const findings = noFindings();
  const sources = [
    await readLastlog(root, accounts, now, findings),
    await readLastlog2(root, now, findings),
    await readLoginRecords(root, '/var/log/wtmp', now, findings),
  ];
  const failures = await readLoginRecords(root, '/var/log/btmp', now, findings);
  const iso = (seconds: number | undefined) => (seconds ? new Date(seconds * 1000).toISOString() : undefined);
  return {
    loginOf: name => iso(Math.max(...sources.map(source => source.get(name) ?? 0))),
    failureOf: name => iso(failures.get(name)),
    findings,
  };
}
