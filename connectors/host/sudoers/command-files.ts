// The files behind the commands of a sudoers file. For sudo 1.9.13, two paths are the same command when their last names are equal
// and both lead to the same file (match_command.c), so /bin/ls and /usr/bin/ls are one where /bin is a link.
import { posix } from 'node:path';
import { fileIdentity, isTrouble, listFolder, type Root, resolve } from '../files/root.ts';
import type { Findings } from '../findings.ts';
import { maxCommandComparisons, maxCommandLookups } from '../limits.ts';
import type { Item } from './syntax.ts';
import { fitsPattern, hasWildcard } from './wildcards.ts';

export interface CommandFiles {
  /** File and last name of a command without wildcards, as one text; undefined when the file does not exist or cannot be seen. */
  identityOf(path: string): string | undefined;
  /** The path with all links resolved; undefined as above. */
  realPathOf(path: string): string | undefined;
  /** Whether a pattern or a folder (`/usr/bin/`) of a rule holds the file of another rule's command. */
  holds(pattern: string, path: string): boolean;
}

interface Lookup {
  readonly root: Root;
  /** How many lookups, and comparisons of names with patterns, are left. */
  left: number;
  comparisons: number;
  readonly forbidden: Set<string>;
}

/** Looks up the files of all commands. Commands whose files cannot be seen are compared by their text. */
export async function findCommandFiles(
  root: Root,
  commands: readonly Item[],
  findings: Findings,
): Promise<CommandFiles> {
  const lookup: Lookup = {
    root,
    left: maxCommandLookups,
    comparisons: maxCommandComparisons,
    forbidden: new Set(),
  };
  const paths = new Set(commands.filter(isPath).map(({ value }) => pathAndArguments(value)[0]));
  const plain = [...paths].filter(path => !isSet(path));
  const found = new Map<string, { identity: string; realPath: string }>();
  for (const path of plain) {
    const file = await fileAt(lookup, path);
    if (file) found.set(path, file);
  }
  const names = new Set(plain.filter(path => found.has(path)).map(path => posix.basename(path)));
  const held = new Map<string, ReadonlySet<string>>();
  for (const path of paths) if (isSet(path)) held.set(path, await identitiesIn(lookup, path, names));
  report(lookup, findings);
  return {
    identityOf: path => found.get(path)?.identity,
    realPathOf: path => found.get(path)?.realPath,
    holds: (pattern, path) => held.get(pattern)?.has(found.get(path)?.identity ?? '') === true,
  };
}

/** The command and, after the first blank, its arguments. */
export function pathAndArguments(value: string): [string, string | undefined] {
  const blank = value.indexOf(' ');
  return blank === -1 ? [value, undefined] : [value.slice(0, blank), value.slice(blank + 1)];
}

const isPath = ({ kind, value }: Item) => kind === 'command' && value.startsWith('/');
/** A pattern or a folder matches several commands. */
const isSet = (path: string) => path.endsWith('/') || hasWildcard(path);

async function fileAt(lookup: Lookup, path: string): Promise<{ identity: string; realPath: string } | undefined> {
  if (lookup.left-- <= 0) return undefined;
  const found = await resolve(lookup.root, path);
  if (!found) return undefined;
  if (isTrouble(found)) {
    if (found.reason === 'forbidden') lookup.forbidden.add(path);
    return undefined;
  }
  const file = found.kind === 'file' ? await fileIdentity(lookup.root, found.path) : undefined;
  return file === undefined ? undefined : { identity: `${file} ${posix.basename(path)}`, realPath: found.path };
}

/** Only files with the name of another rule's command matter, so no folder is read for its files. */
async function identitiesIn(lookup: Lookup, pattern: string, names: ReadonlySet<string>): Promise<Set<string>> {
  const identities = new Set<string>();
  lookup.comparisons -= names.size;
  if (lookup.comparisons < 0) return identities;
  const seam = pattern.lastIndexOf('/') + 1;
  const last = pattern.slice(seam);
  const fitting = [...names].filter(name => last === '' || fitsName(name, last));
  if (fitting.length === 0) return identities;
  for (const folder of await foldersLike(lookup, pattern.slice(0, seam))) {
    for (const name of fitting) {
      const file = await fileAt(lookup, folder + name);
      if (file) identities.add(file.identity);
    }
  }
  return identities;
}

/** The folders that a path with wildcards matches, each with a final slash. */
async function foldersLike(lookup: Lookup, path: string): Promise<string[]> {
  let folders = ['/'];
  for (const part of path.split('/').filter(text => text !== '')) {
    if (!hasWildcard(part)) {
      folders = folders.map(folder => `${folder}${part}/`);
      continue;
    }
    const next: string[] = [];
    for (const folder of folders) {
      if (lookup.left-- <= 0) break;
      const listed = await listFolder(lookup.root, folder);
      if (!listed) continue;
      if (isTrouble(listed)) {
        if (listed.reason === 'forbidden') lookup.forbidden.add(folder);
        continue;
      }
      for (const name of listed.content) if (fitsName(name, part)) next.push(`${folder}${name}/`);
    }
    folders = next.slice(0, Math.max(lookup.left, 0));
  }
  return folders;
}

/** glob(3): a wildcard does not match a dot at the start of a name. */
function fitsName(name: string, pattern: string): boolean {
  return fitsPattern(name, pattern) && (!name.startsWith('.') || pattern.startsWith('.'));
}

function report({ left, comparisons, forbidden }: Lookup, findings: Findings): void {
  const consequence = 'they are compared by their paths, and links to them are not followed';
  const [first] = forbidden;
  if (first !== undefined) {
    const message = `Permission denied for ${forbidden.size === 1 ? 'a command' : `${forbidden.size} commands`} of sudo rules: ${consequence}`;
    findings.troubles.push({ reason: 'forbidden', subject: first, message, harmless: true });
  }
  if (left < 0 || comparisons < 0) {
    const message = `More than ${maxCommandLookups} files or ${maxCommandComparisons} comparisons for the commands of sudo rules. For the others: ${consequence}`;
    findings.troubles.push({ reason: 'failed', subject: 'sudoers', message, harmless: true });
  }
}
