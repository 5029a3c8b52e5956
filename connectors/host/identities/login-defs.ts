// login.defs(5): which user ids belong to people.

import { readLines } from '../files/lines.ts';
import type { Root } from '../files/root.ts';
import type { Findings } from '../findings.ts';
import { maxSettingsFileBytes } from '../limits.ts';

export interface PeopleRange {
  /** Lowest user id of a person; below it are system accounts. */
  readonly uidMin: number;
  /** Highest; above it are `nobody`, dynamic users and container ranges. */
  readonly uidMax: number;
}

/** UID_MIN and UID_MAX, or the defaults of shadow-utils: 1000 and 60000. Without UID_MIN, SYS_UID_MAX is used. */
export async function readPeopleRange(root: Root, findings: Findings): Promise<PeopleRange> {
  const values = new Map<string, number>();
  for (const { text } of await readLines(root, '/etc/login.defs', maxSettingsFileBytes, findings)) {
    const setting = /^\s*(UID_MIN|UID_MAX|SYS_UID_MAX)\s+(\d{1,10})\s*(#.*)?$/.exec(text);
    if (setting) values.set(setting[1]!, Number(setting[2]));
  }
  const systemMax = values.get('SYS_UID_MAX');
  return {
    uidMin: values.get('UID_MIN') ?? (systemMax === undefined ? 1000 : systemMax + 1),
    uidMax: values.get('UID_MAX') ?? 60000,
  };
}
