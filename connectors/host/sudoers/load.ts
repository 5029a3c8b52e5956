// Loads a sudoers file with all included files, in the order in which sudo reads them.
import { posix } from 'node:path';
import type { Problem } from '../../../src/connector/contract.ts';
import { linesOf } from '../files/lines.ts';
import { isTrouble, listFolder, type Root, readFile } from '../files/root.ts';
import { type Findings, noFindings, reject } from '../findings.ts';
import { maxSudoersDepth, maxSudoersFileBytes, maxSudoersFiles } from '../limits.ts';
import type { HostSettings } from '../settings.ts';
import { parseStatement } from './grammar.ts';
import { finished, logicalLines, type Unfinished } from './lexer.ts';
import { sudoersPlace } from './place.ts';
import { sudoRefusal } from './refusals.ts';
import { type Alias, type Defaults, type Include, SudoersSyntaxError, type UserSpec } from './syntax.ts';

export interface Sudoers {
  readonly specs: UserSpec[];
  /** By kind and name, for example `User_Alias ADMINS`. */
  readonly aliases: Map<string, Alias>;
  readonly defaults: Defaults[];
  /** Lines that sudo would skip, each with a fix. */
  readonly problems: Problem[];
  readonly findings: Findings;
}

interface Load extends Sudoers {
  readonly root: Root;
  owner: number;
  /** For `%h` in include paths: the host name up to its first dot. */
  readonly shortHostName: string;
  files: number;
  readonly unfinished: Unfinished;
}

export async function loadSudoers(
  root: Root,
  settings: Pick<HostSettings, 'sudoers_file' | 'sudoers_owner'>,
  hostName: string,
): Promise<Sudoers> {
  const load: Load = {
    root,
    owner: 0,
    shortHostName: hostName.split('.')[0]!,
    files: 0,
    unfinished: {},
    specs: [],
    aliases: new Map(),
    defaults: [],
    problems: [],
    findings: noFindings(),
  };
  const place = await sudoersPlace(root, settings, load.findings);
  if (!place) return load;
  load.owner = place.owner;
  await loadFile(load, place.path, 0);
  if (!isUnfinished(load.unfinished)) return load;
  const end = finished(load.unfinished.line!);
  const message = 'The last line ends with a backslash, so sudo refuses the whole configuration';
  reportSyntaxError(load, new SudoersSyntaxError(message, end.positionAt(end.text.length)));
  return { ...load, specs: [], aliases: new Map(), defaults: [] };
}

/** A continued line without any text does not count. */
function isUnfinished({ line }: Unfinished): boolean {
  return line !== undefined && !/^[ \t]*$/.test(line.text);
}

async function loadFile(load: Load, path: string, depth: number): Promise<void> {
  if (depth > maxSudoersDepth || ++load.files > maxSudoersFiles) {
    const message = `Includes go deeper than ${maxSudoersDepth} or pull in more than ${maxSudoersFiles} files`;
    if (load.files <= maxSudoersFiles + 1) load.findings.troubles.push({ reason: 'failed', subject: path, message });
    return;
  }
  const file = await readFile(load.root, path, maxSudoersFileBytes);
  if (!file) return;
  if (isTrouble(file)) {
    load.findings.troubles.push(file);
    return;
  }
  if (await isRefused(load, file.path, path)) return;
  for (const line of logicalLines(path, linesOf(file.content), load.unfinished)) {
    try {
      const statement = parseStatement(line);
      if (statement?.type === 'include') await loadInclude(load, statement.include, depth);
      else if (statement?.type === 'defaults') load.defaults.push(statement.defaults);
      else if (statement?.type === 'spec') load.specs.push(...statement.specs);
      else for (const alias of statement?.aliases ?? []) addAlias(load, alias);
    } catch (error) {
      if (!(error instanceof SudoersSyntaxError)) throw error;
      reportSyntaxError(load, error);
    }
  }
}

/** What sudo refuses grants nothing. */
async function isRefused(load: Load, resolvedPath: string, subject: string): Promise<boolean> {
  const fault = await sudoRefusal(load.root, resolvedPath, load.owner);
  if (fault === undefined) return false;
  const message = `sudo refuses it and all that is in it, because ${fault}`;
  const fix = `make it belong to user id ${load.owner} and writable for nobody else (chown, chmod go-w)`;
  load.findings.troubles.push({ reason: 'unsupported', subject, message, harmless: true, fix });
  return true;
}

function addAlias(load: Load, alias: Alias): void {
  const key = `${alias.kind} ${alias.name}`;
  const first = load.aliases.get(key);
  if (!first) load.aliases.set(key, alias);
  else {
    const message = `${alias.name} is already defined at ${first.position.file}:${first.position.line}`;
    reportSyntaxError(load, new SudoersSyntaxError(message, alias.position));
  }
}

function reportSyntaxError(load: Load, { message, position: { file, line, column } }: SudoersSyntaxError): void {
  const place = `${file}:${line}:${column}`;
  reject(load.findings, place, message);
  load.problems.push({
    severity: 'error',
    place,
    message: `Not valid in sudoers; sudo ignores it. ${message}`,
    fix: 'correct the line and check it with visudo -c',
  });
}

/** Relative paths start at the folder of the including file; names with a dot or a final ~ in a folder are skipped. */
async function loadInclude(load: Load, include: Include, depth: number): Promise<void> {
  const written = include.path.replace(/%(.)/g, (whole, letter: string) =>
    letter === 'h' ? load.shortHostName : letter === '%' ? '%' : whole,
  );
  const path = posix.resolve(posix.dirname(include.position.file), written);
  if (include.kind === 'file') {
    await loadFile(load, path, depth + 1);
    return;
  }
  const names = await listFolder(load.root, path);
  if (!names) return;
  if (isTrouble(names)) {
    load.findings.troubles.push(names);
    return;
  }
  if (await isRefused(load, names.path, path)) return;
  for (const name of names.content) {
    if (!name.includes('.') && !name.endsWith('~')) await loadFile(load, posix.join(path, name), depth + 1);
  }
}
