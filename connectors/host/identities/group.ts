// group(5). Members are names. Whether they exist is checked where memberships are made.

import type { Line } from '../files/lines.ts';
import { type Findings, reject } from '../findings.ts';
import { idFrom, nameFault } from './passwd.ts';

export interface Group {
  readonly name: string;
  readonly gid: number;
  /** The name, or `name:gid` of a further group with a name that an earlier line gives to another group id. */
  readonly key: string;
  readonly members: readonly string[];
  /** The group's first line. */
  readonly place: string;
  /** Further lines with the same name and group id; their members count too. */
  readonly furtherPlaces: readonly string[];
}

type Draft = Group & { readonly members: string[]; readonly furtherPlaces: string[] };

/**
 * The groups of a group file. To find an account's groups, glibc reads every line, so lines with the same name and group id are
 * merged here. getgrnam(3) and getgrgid(3) stop at the first line.
 */
export function parseGroup(path: string, lines: Iterable<Line>, findings: Findings): Group[] {
  const groups = new Map<string, Draft>();
  const names = new Set<string>();
  for (const line of lines) {
    const text = line.text.trimStart();
    if (text === '' || text.startsWith('#')) continue;
    const place = `${path}:${line.number}`;
    if (/^[+-]/.test(text)) {
      const message = 'NIS compatibility entry: the groups it stands for are not in this file';
      findings.troubles.push({ reason: 'unsupported', subject: place, message, harmless: true });
      continue;
    }
    const [name = '', , gidText, memberText = ''] = text.split(':');
    const gid = idFrom(gidText);
    const fault = line.isUtf8 ? nameFault(name) : 'The entry is not UTF-8';
    if (fault) {
      reject(findings, place, fault);
      continue;
    }
    if (gid === undefined) {
      reject(findings, place, 'The third field is not a group id (0 to 4294967294)');
      continue;
    }
    const members = memberText.split(',').map(member => member.trim());
    const found = members.filter(member => member !== '');
    const id = `${name}:${gid}`;
    const same = groups.get(id);
    if (same) {
      for (const member of found) same.members.push(member);
      same.furtherPlaces.push(place);
    } else {
      groups.set(id, { name, gid, key: names.has(name) ? id : name, members: found, place, furtherPlaces: [] });
      names.add(name);
    }
  }
  return [...groups.values()].map(group => ({ ...group, members: [...new Set(group.members)] }));
}
