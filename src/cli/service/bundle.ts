// rolecall bundle, rolecall replay: a deployment’s facts for support, and the version that they describe, made again elsewhere.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import manifest from '../../../package.json' with { type: 'json' };
import {
  type ArchiveEntry,
  ArchiveFault,
  archiveEntries,
  entryContent,
  type ReadBytes,
} from '../../connector/files/zip-archive.ts';
import type { Bundled, BundledData } from '../../deployment/operator/bundle.ts';
import { OperatorError } from '../../errors.ts';
import { availableMemory } from '../../sandbox/memory-shares.ts';
import { buildRecipe, parseRecipe, type RecipeResult } from '../../warehouse/bundle/recipe.ts';
import { enrichmentVersion } from '../../warehouse/sql-files.ts';
import { type CommonOptions, withOperator } from '../deployment.ts';
import { printText } from '../output.ts';

const contents =
  'versions, the configuration without secrets, sources and runs, findings, and the manifest of the version in service';
const landed = 'everything that the version in service is made from';
const holds: Readonly<Record<BundledData, string>> = {
  none: `${contents}. Words that are not the program’s have pseudonyms.`,
  pseudonyms: `${contents}, and ${landed}. Words that are not the program’s have pseudonyms; numbers below seven digits and the graph of access are as they are.`,
  names: `${contents}, and ${landed} AS IT IS: names, e-mail addresses and all other personal data of the sources. Send it only to those who may have them.`,
};

/** @throws OperatorError when the file exists or cannot be written, or when there is nothing to bundle */
export async function bundle(
  options: CommonOptions,
  file: string,
  { withData, withNames }: { readonly withData: boolean; readonly withNames: boolean },
): Promise<void> {
  const data = withNames ? 'names' : withData ? 'pseudonyms' : 'none';
  if (fs.existsSync(file)) throw new OperatorError(`${file} is there already; name another file`);
  printText(`${file} will hold ${holds[data]}`, process.stderr);
  const { differences } = await withOperator(options, async operator => {
    const bundled = await operator.bundle({ tenant: options.tenant, data });
    move(bundled.file, file);
    return bundled;
  });
  if (data === 'none') return;
  printText(differences.length === 0 ? sameCounts : otherCounts(differences), process.stderr);
}

const sameCounts = 'The version that is made from it has as many objects of every type as the version in service.';

function otherCounts(differences: Bundled['differences']): string {
  const each = differences.map(({ type, inService, inBundle }) => `${type} ${inBundle} instead of ${inService}`);
  return `The version that is made from it differs from the version in service in numbers of objects: ${each.join(', ')}.`;
}

function move(from: string, to: string): void {
  try {
    fs.copyFileSync(from, to, fs.constants.COPYFILE_EXCL);
    fs.chmodSync(to, 0o600);
  } catch (cause) {
    throw new OperatorError(`${to} cannot be written: ${(cause as Error).message}`, { cause });
  } finally {
    fs.rmSync(from, { force: true });
  }
}

const mostFiles = 60_000;
const mostTextBytes = 256 * 1024 * 1024;
const mostLandedBytes = 0xffff_ffff;
const fileFacts = z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string() }));
const Made = z.object({
  threads: z.int().min(1).max(1024),
  files: fileFacts,
  tables: z.record(z.string(), z.string()),
});
const Facts = z.object({
  format: z.literal('rolecall bundle'),
  version: z.literal(1),
  rolecall: z.string(),
  enrichment: z.string(),
});

/** @param keep a new folder that gets the version @throws OperatorError when a file of the version differs */
export async function replay(file: string, keep: string | undefined): Promise<void> {
  if (keep !== undefined && fs.existsSync(keep)) throw new OperatorError(`${keep} is there already; name a new folder`);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rolecall-replay-'));
  try {
    const { facts, recipe, made } = await unpack(file, folder);
    if (facts.rolecall !== manifest.version || facts.enrichment !== enrichmentVersion())
      printText(
        `The bundle is of release ${facts.rolecall}, and this is ${manifest.version}: differences may come from that.`,
      );
    const limits = { threads: made.threads, memoryBytes: Math.floor(availableMemory() / 2) };
    const version = path.join(folder, randomUUID());
    const again = await buildRecipe(recipe, { ...limits, files: folder, folder: version });
    if (keep !== undefined) fs.cpSync(version, keep, { recursive: true });
    report(recipe.version, made, again);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function report(version: number, before: z.output<typeof Made>, now: RecipeResult): void {
  const digests = ({ files, tables }: Pick<RecipeResult, 'files' | 'tables'>) => ({
    files: Object.fromEntries(Object.entries(files).map(([name, { sha256 }]) => [name, sha256])),
    tables,
  });
  const [first, second] = [digests(before), digests(now)];
  const differing = [
    ...differences('file', first.files, second.files),
    ...differences('table', first.tables, second.tables),
  ];
  for (const difference of differing) printText(difference);
  if (differing.length > 0)
    throw new OperatorError(`version ${version} differs in ${differing.length} files and tables`);
  const [files, tables] = [first.files, first.tables].map(each => Object.keys(each).length);
  printText(
    `version ${version}: ${files} files are the same byte by byte, and ${tables} tables of its DuckDB file row by row`,
  );
}

type Digests = Readonly<Record<string, string>>;

function differences(what: string, before: Digests, now: Digests): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].toSorted();
  return names.flatMap(name => {
    if (before[name] === now[name]) return [];
    const how = !(name in now) ? 'is not made' : name in before ? 'has another content' : 'is not in the bundle';
    return [`${what} ${name} ${how}`];
  });
}

/** Unpack the landed files into the folder. Names of the archive become no paths, except numbers. */
async function unpack(file: string, folder: string) {
  const handle = await fs.promises.open(file).catch(cause => {
    throw new OperatorError(`${file} cannot be read: ${(cause as NodeJS.ErrnoException).code}`, { cause });
  });
  try {
    const read: ReadBytes = async (at, length) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
      return buffer.subarray(0, bytesRead);
    };
    const entries = await archiveEntries(read, (await handle.stat()).size, mostFiles);
    const text = (name: string) => textOf(read, entries, name);
    const facts = parsed(Facts, await text('bundle.json'), 'is no bundle of a release that this one knows');
    if (!entries.some(({ name }) => name === 'recipe.json'))
      throw new OperatorError(`${file} has no data; \`rolecall bundle --with-data\` adds them`);
    const made = parsed(Made, await text('made.json'), 'does not say which files came of its data');
    const recipe = parseRecipe(await text('recipe.json'));
    for (const entry of entries) {
      const [, name] = /^landed\/(\d{6}\.parquet)$/.exec(entry.name) ?? [];
      if (name === undefined) continue;
      const target = fs.createWriteStream(path.join(folder, name), { flags: 'wx', mode: 0o600 });
      await pipeline(entryContent(read, entry, mostLandedBytes), target);
    }
    return { facts, recipe, made };
  } catch (error) {
    if (!(error instanceof ArchiveFault)) throw error;
    throw new OperatorError(`${file} ${error.message}`, { cause: error });
  } finally {
    await handle.close();
  }

  function parsed<Schema extends z.ZodType>(schema: Schema, text: string, problem: string): z.output<Schema> {
    try {
      return schema.parse(JSON.parse(text));
    } catch (cause) {
      throw new OperatorError(`${file} ${problem}`, { cause });
    }
  }
}

async function textOf(read: ReadBytes, entries: readonly ArchiveEntry[], name: string): Promise<string> {
  const entry = entries.find(each => each.name === name);
  if (!entry) throw new ArchiveFault(`has no ${name}`);
  const pieces: Buffer[] = [];
  for await (const piece of entryContent(read, entry, mostTextBytes)) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}
