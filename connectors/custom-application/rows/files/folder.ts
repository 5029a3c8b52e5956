// The folder of a source: `config/` with one YAML file, `rawdata/` with the files of data. No file outside it is ever opened.
import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { type Problem, SourceError } from '../../../../src/connector/contract.ts';
import { orNearest } from '../../description/nearest.ts';
import { filesOf, folderOfPattern, isPattern, type Take } from './file-pattern.ts';
import { formatOfName } from './format.ts';

export interface SourceFolder {
  /** Absolute, symbolic links resolved. */
  readonly root: string;
  /** For example `config/forge.yaml`, relative to the root. */
  readonly configFile: string;
  /** For example `rawdata/startedat=2026-11-01T04:00:00Z`, relative to the root. */
  readonly dataFolder: string;
  readonly warnings: readonly Problem[];
  /** Gets the content of a file, relative to the root, where the folder has only its name; undefined: all files are here. */
  readonly fetch?: (file: string) => Promise<void>;
}

/** Find the folder and its description. Throws {@link SourceError} when there is not exactly one. */
export async function locateConfig(folder: string): Promise<Pick<SourceFolder, 'root' | 'configFile'>> {
  const root = await realpath(folder).catch(error =>
    refuse(folder, unreadable(error), 'set `folder` to a folder that exists'),
  );
  return { root, configFile: await findConfig(root) };
}

async function findConfig(root: string): Promise<string> {
  const fix = 'keep exactly one .yaml or .yml file there';
  const entries = await list(root, 'config', 'put the mapping into config/, as one .yaml file');
  const files = entries
    .filter(entry => /\.ya?ml$/i.test(entry.name) && !entry.name.startsWith('.'))
    .map(entry => entry.name);
  if (files.length === 0) refuse('config', 'holds no YAML file', fix);
  if (files.length > 1) refuse('config', `holds ${files.length} YAML files: ${files.sort().join(', ')}`, fix);
  return `config/${files[0]}`;
}

/**
 * Find the newest data of a folder. Throws {@link SourceError} when there are none.
 * @param below the folder with the data; empty: the root itself
 */
export async function locateData(
  root: string,
  below = 'rawdata',
): Promise<Pick<SourceFolder, 'dataFolder' | 'warnings'>> {
  const pathOf = (name: string) => (below === '' ? name : `${below}/${name}`);
  const warnings: Problem[] = [];
  const naming = 'name it after the ISO 8601 time of the export, for example startedat=2026-11-01T04:00:00Z';
  const entries = await list(root, below, 'put the files into rawdata/startedat=<ISO time>/, or into rawdata/ itself');
  const runs: { name: string; time: number }[] = [];
  for (const { name } of entries.filter(entry => entry.name.startsWith('startedat='))) {
    const time = isoTime(name.slice('startedat='.length));
    if (time !== undefined) runs.push({ name, time });
    else warnings.push(problem('warning', pathOf(name), 'the name holds no time, so the folder is not read', naming));
  }
  const loose = entries.filter(entry => isData(entry.name)).map(entry => entry.name);
  if (runs.length === 0 && warnings.length > 0)
    throw new SourceError(warnings.map(found => ({ ...found, severity: 'error' })));
  if (runs.length === 0) {
    if (loose.length === 0)
      refuse(
        below || 'settings.bucket',
        'the file with the data is missing: there is no file of data here and no folder startedat=<ISO time>',
        `put it there, or put the files into a new folder and ${naming}`,
      );
    return { dataFolder: below, warnings };
  }
  const newest = runs.reduce((best, run) => (run.time > best.time ? run : best));
  const dataFolder = pathOf(newest.name);
  if (loose.length > 0) {
    const message = `${loose.sort().join(', ')} lie beside the folders startedat=… and are not read; ${dataFolder} is read instead`;
    warnings.push(
      problem(
        'warning',
        below || 'settings.bucket',
        message,
        'remove them, or move them into a folder startedat=<ISO time>',
      ),
    );
  }
  const files = await list(root, dataFolder, 'make it readable');
  if (files.length === 0)
    refuse(dataFolder, 'is the newest folder, and it is empty', 'remove it, or put the files into it');
  return { dataFolder, warnings };
}

/** The absolute path of the configuration. Throws {@link SourceError} when it is a link out of the folder. */
export async function resolveConfigFile(root: string, file: string): Promise<string> {
  const path = await realpath(join(root, file)).catch(error =>
    refuse(file, unreadable(error), 'make the file readable'),
  );
  return path.startsWith(root + sep) ? path : refuseOutside(file);
}

/** The absolute path of a file of the data folder. Throws {@link SourceError}; what the system refuses keeps its `code`. */
export async function resolveDataFile(source: SourceFolder, file: string): Promise<string> {
  const place = join(source.dataFolder, file);
  await source.fetch?.(place);
  const path = await realpath(join(source.root, source.dataFolder, file)).catch(async error => {
    if (error.code !== 'ENOENT') throw error;
    const entries = await list(source.root, source.dataFolder, 'make it readable');
    const files = entries.map(entry => entry.name).filter(isData);
    return refuse(place, 'there is no such file', orNearest(file, files));
  });
  if (!path.startsWith(source.root + sep)) refuseOutside(place);
  if (!(await stat(path)).isFile()) refuse(place, 'is not a regular file', 'put a file there');
  return path;
}

/**
 * The files that a name or a pattern of the configuration means, the newest last.
 * @throws SourceError when no file fits a pattern. A name is not checked here.
 */
export async function resolveFiles(source: SourceFolder, file: string, take: Take): Promise<string[]> {
  if (!isPattern(file)) return [file];
  const folder = folderOfPattern(file);
  const entries = await list(source.root, join(source.dataFolder, folder), 'put the files there');
  const files = entries.filter(entry => !entry.isDirectory()).map(entry => folder + entry.name);
  const found = filesOf(file, files, take);
  if (found.length > 0) return found;
  return refuse(`${source.dataFolder}/${file}`, 'no file has such a name', orNearest(file, files.filter(isData)));
}

/** An ISO 8601 time in extended or basic form as milliseconds since 1970; UTC where it has no offset. */
function isoTime(text: string): number | undefined {
  const match = /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d)(?::?(\d\d(?:\.\d{1,9})?))?(Z|[+-]\d\d:?\d\d)?)?$/.exec(
    text,
  );
  if (!match) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', offset = 'Z'] = match;
  const zone = offset.length === 5 ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
  const exists = new Date(`${year}-${month}-${day}T00:00:00Z`).getUTCDate() === Number(day);
  return exists && !Number.isNaN(time) ? time : undefined;
}

async function list(root: string, folder: string, fix: string): Promise<Dirent[]> {
  const path = await realpath(join(root, folder)).catch(error => refuse(folder, unreadable(error), fix));
  if (path !== root && !path.startsWith(root + sep))
    refuse(folder, 'leads out of the folder of the source', 'use a folder, not a link');
  return readdir(path, { withFileTypes: true }).catch(error => refuse(folder, unreadable(error), fix));
}

const isData = (name: string) => formatOfName(name) !== undefined && !name.startsWith('.');

/** An error of the file system in words. */
export function unreadable(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return 'does not exist';
  if (error.code === 'ENOTDIR') return 'is not a folder';
  if (error.code === 'EISDIR') return 'is a folder';
  if (error.code === 'EACCES' || error.code === 'EPERM') return 'may not be read: permission denied';
  return `cannot be read: ${error.code ?? error.message}`;
}

function problem(severity: Problem['severity'], place: string, message: string, fix: string): Problem {
  return { severity, place, message, fix };
}

function refuseOutside(place: string): never {
  refuse(place, 'leads out of the folder of the source', 'put the file itself there, not a link to a place outside');
}

function refuse(place: string, message: string, fix: string): never {
  throw new SourceError([problem('error', place, message, fix)]);
}
