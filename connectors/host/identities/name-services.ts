// nsswitch.conf(5): where the machine looks for accounts, groups, passwords and sudo rules. What cannot be read from files is a trouble
// of the part that it belongs to, because the machine may have more than the files say.
import { type Line, readLines } from '../files/lines.ts';
import { placeOf } from '../files/places.ts';
import { isTrouble, listFolder, type Root } from '../files/root.ts';
import { type Findings, noFindings } from '../findings.ts';
import { maxSettingsFileBytes } from '../limits.ts';

/** The parts that name services add to, each with the databases of nsswitch.conf. */
const databases = {
  passwd: ['passwd'],
  group: ['group', 'initgroups'],
  shadow: ['shadow'],
  sudoers: ['sudoers'],
} as const;

type ServedPart = keyof typeof databases;

const contents: Readonly<Record<ServedPart, string>> = {
  passwd: 'accounts',
  group: 'groups and members',
  shadow: 'passwords',
  sudoers: 'sudo rules',
};

export interface NameServices {
  /** Files with accounts or groups, in the order in which the machine asks them: /etc, and /usr/lib for nss_altfiles. */
  readonly files: Readonly<Record<'passwd' | 'group', readonly string[]>>;
  /** `+` and `-` lines in passwd and group count (`compat`). */
  readonly hasCompatLines: Readonly<Record<'passwd' | 'group', boolean>>;
  readonly findings: Readonly<Record<ServedPart, Findings>>;
}

interface Word {
  readonly word: string;
  readonly place: string;
}

/** @param accepted words that bring nothing, or what another source reads */
export async function readNameServices(root: Root, accepted: readonly string[]): Promise<NameServices> {
  const findings = { passwd: noFindings(), group: noFindings(), shadow: noFindings(), sudoers: noFindings() };
  const parts = Object.keys(databases) as ServedPart[];
  const path = await placeOf(root, '/etc/nsswitch.conf');
  const own = noFindings();
  const lines = await readLines(root, path, maxSettingsFileBytes, own);
  for (const part of parts) findings[part].troubles.push(...own.troubles);
  const words = new Map(parts.map(part => [part, wordsOf(path, lines, databases[part])]));
  for (const part of parts) {
    for (const { word, place } of words.get(part)!) {
      if (accepted.includes(word) || isReadHere(part, word)) continue;
      if (word === 'systemd') findings[part].troubles.push(...(await userRecords(root)));
      else {
        const message = `The name service ${word} may bring ${contents[part]} that are not in the files of the machine`;
        const fix = `read them with a source of their own, and name ${word} in accepted_name_services`;
        findings[part].troubles.push({ reason: 'unsupported', subject: place, message, fix });
      }
    }
  }
  const has = (part: ServedPart, word: string) => words.get(part)!.some(other => other.word === word);
  const filesOf = (part: 'passwd' | 'group') => {
    const named = words.get(part)!.map(({ word }) => (word === 'altfiles' ? `/usr/lib/${part}` : `/etc/${part}`));
    const isReadFirst = words.get(part)!.map(({ word }) => isReadHere(part, word));
    // Without a word for /etc, the machine does not use it. Its accounts land all the same: nothing is dropped by a slip here.
    return [...new Set([...named.filter((_, index) => isReadFirst[index]), `/etc/${part}`])];
  };
  return {
    files: { passwd: filesOf('passwd'), group: filesOf('group') },
    hasCompatLines: { passwd: has('passwd', 'compat'), group: has('group', 'compat') },
    findings,
  };
}

function isReadHere(part: ServedPart, word: string): boolean {
  if (word === 'files') return true;
  if (part === 'sudoers') return false;
  return word === 'compat' || (word === 'altfiles' && part !== 'shadow');
}

/** The words of the last line of each database, up to an action that ends the search where a service does not know a name. */
function wordsOf(path: string, lines: readonly Line[], names: readonly string[]): Word[] {
  return names.flatMap(name => {
    const line = lines.findLast(({ text }) => text.trimStart().startsWith(`${name}:`));
    if (!line) return [];
    const text = line.text
      .replace(/#.*/, '')
      .trimStart()
      .slice(name.length + 1);
    const words: Word[] = [];
    for (const [token] of text.matchAll(/\[[^\]]*\]|[^\s[\]]+/g)) {
      if (!token.startsWith('[')) words.push({ word: token, place: `${path}:${line.number}` });
      else if (endsSearch(token)) break;
    }
    return words;
  });
}

/** `[NOTFOUND=return]`, or `[!SUCCESS=return]` and the like. */
function endsSearch(action: string): boolean {
  const pairs = [...action.matchAll(/(!?)\s*(\w+)\s*=\s*(\w+)/g)];
  return pairs.some(([, not, status, what]) => {
    const isNotFound = status!.toLowerCase() === 'notfound';
    return what!.toLowerCase() === 'return' && (not === '!') !== isNotFound;
  });
}

/** Folders of user and group records of systemd (userdbd(8), homed(8)). Users of units are read from the units. */
const recordFolders = ['/etc/userdb', '/run/userdb', '/run/host/userdb', '/usr/lib/userdb', '/var/lib/systemd/home'];
/** Services of systemd itself; any other socket there brings users of its own. */
const ownServices = /^io\.systemd\.(DropIn|DynamicUser|Home|Machine|Multiplexer|NameServiceSwitch)$/;

async function userRecords(root: Root): Promise<Findings['troubles']> {
  const troubles: Findings['troubles'] = [];
  for (const folder of recordFolders) {
    const names = await listFolder(root, folder);
    if (names && isTrouble(names)) troubles.push(names);
    else if (names?.content.some(name => /\.(user|group|identity|membership)(-privileged)?$/.test(name))) {
      const message = 'User and group records of systemd are not read: they may bring accounts, groups and members';
      troubles.push({ reason: 'unsupported', subject: folder, message });
    }
  }
  const services = '/run/systemd/userdb';
  const names = await listFolder(root, services);
  const others = names && !isTrouble(names) ? names.content.filter(name => !ownServices.test(name)) : [];
  for (const name of others) {
    const message = 'This service brings accounts and groups that are not in the files of the machine';
    troubles.push({ reason: 'unsupported', subject: `${services}/${name}`, message });
  }
  return troubles;
}
