// Makes a source from a CSV file: with the mapping of an example whose columns the file has, or with a guessed mapping.
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type DraftOptions, type SourceDraft, SourceError } from '../../../src/connector/contract.ts';
import { readConfig } from '../description/config.ts';
import { orNearest } from '../description/nearest.ts';
import { locateConfig, unreadable } from '../rows/files/folder.ts';
import { formatOfName } from '../rows/files/format.ts';
import { guessDescription, guessMapping } from './guess.ts';
import { listOfFile, sampleOfValues } from './json-sample.ts';
import { sampleOf } from './sample.ts';
import { sniff } from './sniff.ts';
import { flow, oneLine } from './text.ts';

/** @throws SourceError when the file cannot be read, or there is no such example */
export async function draft(file: string, options: DraftOptions): Promise<SourceDraft> {
  const format = formatOfName(file);
  if (format === undefined || format === 'csv') return draftOfCsv(file, options);
  if (options.example !== undefined)
    return refuse(options.example, 'is a mapping of a CSV file', 'leave --mapping out');
  if (format === 'json' || format === 'json-lines') return draftOfJson(file, format, options);
  const fix =
    'export it as CSV or JSON for a guess, or write the description yourself: connectors/custom-application/README.md';
  return refuse(file, `no description is guessed from files of the format ${format}`, fix);
}

async function draftOfJson(file: string, format: 'json' | 'json-lines', { name }: DraftOptions): Promise<SourceDraft> {
  const { rows, items } = await listOfFile(file, format).catch(error => {
    if (error instanceof SourceError) throw error;
    return refuse(file, unreadable(error), 'name a file of JSON');
  });
  const own = basename(file);
  const section = items === undefined ? [] : ['files:', `  ${flow(own)}: ${flow({ items })}`, ''];
  const { sample, lists } = sampleOfValues(rows);
  const noted =
    lists.length > 0 ? [`# Lists in a row, for \`split\` or fields that are lists: ${oneLine(lists.join(', '))}`] : [];
  const from = { name, origin: oneLine(own), from: `file: ${flow(own)}`, section: [...noted, ...section], sample };
  const { text, chosenByValues } = guessDescription(from);
  const origin = `guessed from the rows of ${file}; look through it`;
  return { ...placed(name, file, own, text), origin, chosenByValues };
}

async function draftOfCsv(file: string, { name, example, examples }: DraftOptions): Promise<SourceDraft> {
  const options = await sniff(file).catch(error => refuse(file, unreadable(error), 'name a CSV file'));
  const sample = await sampleOf(file, options);
  if (sample.columns.length === 0) return refuse(file, 'has no header row', 'export it with the names of its columns');
  const header = new Set(sample.columns.map(column => column.name));
  const found = await exampleFor(examples, example, header);
  if (found) return { ...placed(name, file, found.file, found.text), origin: found.origin };
  const own = basename(file);
  const { text, chosenByValues } = guessMapping(name, own, options, sample);
  const origin = `guessed from the columns of ${file}; look through it`;
  return { ...placed(name, file, own, text), origin, chosenByValues };
}

function placed(
  name: string,
  from: string,
  file: string,
  text: string,
): Pick<SourceDraft, 'texts' | 'copies' | 'main'> {
  const main = join('config', `${name}.yaml`);
  return { main, texts: new Map([[main, text]]), copies: new Map([[join('rawdata', file), from]]) };
}

interface Example {
  readonly text: string;
  /** Name under which the mapping expects the file. */
  readonly file: string;
  readonly origin: string;
}

/** The named example, or the first of one file whose columns the header has. */
async function exampleFor(
  folder: string,
  name: string | undefined,
  header: ReadonlySet<string>,
): Promise<Example | undefined> {
  const entries = await readdir(folder, { withFileTypes: true });
  const known = entries.filter(entry => entry.isDirectory()).map(entry => entry.name);
  if (name !== undefined && !known.includes(name)) refuse(name, 'there is no such mapping', orNearest(name, known));
  for (const candidate of name === undefined ? known : [name]) {
    const { root, configFile } = await locateConfig(join(folder, candidate));
    const config = await readConfig(root, configFile);
    const file = config.entries[0]!.rows.name;
    const isOneFile = config.entries.every(entry => entry.rows.name === file && entry.lookups.length === 0);
    const fits = config.entries.every(entry => entry.columns.every(column => header.has(column.name)));
    if (name === undefined && !(isOneFile && fits)) continue;
    const text = (await readFile(join(root, configFile), 'utf8')).replace(/^# yaml-language-server:.*\n/, '');
    const origin =
      name === undefined ? `the file has the columns of the example ${candidate}` : `from the example ${candidate}`;
    return { text, file, origin };
  }
  return undefined;
}

function refuse(place: string, message: string, fix: string): never {
  throw new SourceError([{ severity: 'error', place, message, fix }]);
}
