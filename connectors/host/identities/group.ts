// group(5). Members are names. Whether they exist is checked where memberships are made.

import { escapedName, type Line, utf8Field } from '../files/lines.ts';
import { type Findings, reject, rejectCounted } from '../findings.ts';
import { type FileOrder, idFrom, nameFault, reportCompatLine } from './passwd.ts';

export interface Group {
  readonly name: string;
  readonly gid: number;
  /** The name, or `name:gid` of a further group with a name that an earlier line gives to another group id. */
  readonly key: string;
  readonly members: readonly string[];
  /** Members whose names are not UTF-8, escaped. */
  readonly unreadableMembers: readonly string[];
  /** The group's first line. */
  readonly place: string;
  /** Further lines with the same name and group id; their members count too. */
  readonly furtherPlaces: readonly string[];
}

type Draft = Group & {
  readonly members: string[];
  readonly unreadableMembers: string[];
  readonly furtherPlaces: string[];
};

const draftOf = (group: Group): Draft => ({
  ...group,
  members: [...group.members],
  unreadableMembers: [...group.unreadableMembers],
  furtherPlaces: [...group.furtherPlaces],
});

/**
 * The groups of a group file. To find an account's groups, glibc reads every line, so lines with the same name and group id are
 * merged here. getgrnam(3) and getgrgid(3) stop at the first line.
 */
export function parseGroup(
  path: string,
  lines: Iterable<Line>,
  findings: Findings,
  { earlier = [], hasCompatLines }: FileOrder<Group> = {},
): Group[] {
  const groups = new Map(earlier.map(group => [`${group.name}:${group.gid}`, draftOf(group)]));
  const idsBefore = new Set(groups.keys());
  const names = new Set(earlier.map(group => group.name));
  for (const line of lines) {
    const text = line.text.trimStart();
    if (text === '' || text.startsWith('#')) continue;
    const place = `${path}:${line.number}`;
    if (/^[+-]/.test(text)) {
      reportCompatLine(findings, place, 'groups', hasCompatLines);
      continue;
    }
    const [rawName = '', , gidText, memberText = ''] = text.split(':');
    const gid = idFrom(gidText);
    if (gid === undefined) {
      reject(findings, place, 'The third field is not a group id (0 to 4294967294)');
      continue;
    }
    const name = utf8Field(line, rawName);
    const fault = name === undefined ? 'The name is not UTF-8' : nameFault(name);
    if (name === undefined || fault !== undefined) {
      rejectCounted(findings, place, escapedName(line, rawName), [fault!]);
      continue;
    }
    const members = memberText
      .split(',')
      .map(member => member.trim())
      .filter(member => member !== '');
    const found = members.flatMap(member => utf8Field(line, member) ?? []);
    const unreadable = members.filter(member => utf8Field(line, member) === undefined);
    const unreadableMembers = unreadable.map(member => escapedName(line, member));
    const id = `${name}:${gid}`;
    const same = groups.get(id);
    if (same) {
      for (const member of found) same.members.push(member);
      same.unreadableMembers.push(...unreadableMembers);
      // A distribution's file repeats groups that the administrator's file has.
      if (!idsBefore.has(id)) same.furtherPlaces.push(place);
    } else {
      const key = names.has(name) ? id : name;
      groups.set(id, { name, gid, key, members: found, unreadableMembers, place, furtherPlaces: [] });
      names.add(name);
    }
  }
  return [...groups.values()].map(group => ({
    ...group,
    members: [...new Set(group.members)],
    unreadableMembers: [...new Set(group.unreadableMembers)],
  }));
}
