// A temporary source folder, and what the connector reads from it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach } from 'vitest';
import { customApplication } from '../../../connectors/custom-application/index.ts';
import type { Page, Problem, Rejection, SourceRecord } from '../../../src/connector/contract.ts';
import { SourceError } from '../../../src/connector/contract.ts';

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Write files (path → content) below a new folder. */
export function sourceFolder(files: Record<string, string | Buffer>): string {
  const folder = mkdtempSync(join(tmpdir(), 'custom-application-'));
  made.push(folder);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

export async function open(folder: string) {
  return customApplication.open(
    { folder },
    { sourceId: 'test', applicationInstanceId: '', baseFolder: '/', signal: AbortSignal.timeout(200_000) },
  );
}

/** All pages of one type. */
export async function pagesOf(folder: string, type: string, cursor?: string): Promise<Page[]> {
  const client = await open(folder);
  const read = customApplication.reads(client).find(({ lands }) => lands === type);
  if (!read) throw new Error(`nothing lands ${type}`);
  const pages: Page[] = [];
  for await (const page of read.pages(client, cursor)) pages.push(page);
  return pages;
}

export async function recordsOf(folder: string, type: string): Promise<SourceRecord[]> {
  return (await pagesOf(folder, type)).flatMap(page => [...page.records]);
}

export async function rejectionsOf(folder: string, type: string): Promise<Rejection[]> {
  return (await pagesOf(folder, type)).flatMap(page => [...(page.rejected ?? [])]);
}

/** The problems that `check` finds, or the error that prevents the opening of the source. */
export async function problemsOf(folder: string): Promise<readonly Problem[]> {
  try {
    return await customApplication.check(await open(folder));
  } catch (error) {
    if (error instanceof SourceError) return error.problems;
    throw error;
  }
}

/** A source with one CSV file of departments, `d.csv`, and the fields of its mapping. */
export function departments(csv: string | Buffer, fields = '{ id: id, name: name }', more = ''): string {
  return sourceFolder({
    'config/x.yaml': `application: { name: X }\n${more}objects:\n  Department:\n    file: d.csv\n    fields: ${fields}\n`,
    'rawdata/startedat=2026-11-01T04:00:00Z/d.csv': csv,
  });
}

/** A source with this mapping and these files. */
export function source(mapping: string, files: Record<string, string | Buffer>): string {
  const data = Object.entries(files).map(([name, text]) => [`rawdata/${name}`, text]);
  return sourceFolder({ 'config/x.yaml': `application: { name: X }\n${mapping}`, ...Object.fromEntries(data) });
}

/** The problems of a source, each with its place. */
export async function faultsOf(folder: string): Promise<string[]> {
  return (await problemsOf(folder)).map(({ place, message }) => `${place}: ${message}`);
}
