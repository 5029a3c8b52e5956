// os-release(5): which operating system the machine runs.

import { readLines } from './files/lines.ts';
import { type Root, resolve } from './files/root.ts';
import { type Findings, noFindings } from './findings.ts';
import { maxSettingsFileBytes } from './limits.ts';

export interface OsRelease {
  /** For example `Debian GNU/Linux`. */
  readonly name?: string;
  /** For example `debian`. */
  readonly id?: string;
  /** For example `12`. */
  readonly version?: string;
  readonly findings: Findings;
}

export async function readOsRelease(root: Root): Promise<OsRelease> {
  const findings = noFindings();
  const path = (await resolve(root, '/etc/os-release')) ? '/etc/os-release' : '/usr/lib/os-release';
  const values = new Map<string, string>();
  for (const { text } of await readLines(root, path, maxSettingsFileBytes, findings)) {
    const match = /^(NAME|ID|VERSION_ID)=(?:"([^"]*)"|'([^']*)'|(\S*))\s*$/.exec(text);
    const value = match?.[2] ?? match?.[3] ?? match?.[4];
    if (value) values.set(match![1]!, value);
  }
  const [name, id, version] = ['NAME', 'ID', 'VERSION_ID'].map(key => values.get(key));
  return { ...(name && { name }), ...(id && { id }), ...(version && { version }), findings };
}
