// Files, folders and functions stay small.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isUnder, lineAt, type SourceFile, sourceFiles } from './support/source-tree.ts';

/** A file is one idea. Shorter limits scatter an idea over several files. */
const longestFileLines = 500;
const longestFunctionLines = 70;
const mostFilesInFolder = 25;
/** Folders of SQL that are lists by nature: each file is an entry that is looked up by its name. */
const mostFilesInList: Readonly<Record<string, number>> = {
  'sql/building/analytics': 40,
  'sql/building/risks/rules': 60,
  'sql/export': 40,
  'sql/queries': 80,
  'sql/state': 40,
  'sql/views/service_identity': 60,
};
const folders = ['src/', 'pipelines/', 'connectors/', 'clients/', 'scripts/', 'sql/', 'test/'];
const foldersOfShortFunctions = ['src/', 'pipelines/', 'connectors/'];

function tooLong(files: readonly SourceFile[]): string[] {
  return files
    .map(({ path, text }) => ({ path, lines: text.replace(/\n$/, '').split('\n').length }))
    .filter(({ lines }) => lines > longestFileLines)
    .map(({ path, lines }) => `${path}:${longestFileLines + 1}: has ${lines} lines`);
}

/** A reader takes in the names of a folder at a glance. */
function tooFull(files: readonly SourceFile[]): string[] {
  const byFolder = Map.groupBy(files, ({ path }) => path.slice(0, path.lastIndexOf('/')));
  return [...byFolder]
    .filter(([folder, inside]) => inside.length > (mostFilesInList[folder] ?? mostFilesInFolder))
    .filter(([folder]) => isUnder(`${folder}/`, folders))
    .map(([folder, inside]) => `${folder}: has ${inside.length} files`);
}

function exceptions(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => isUnder(path, foldersOfShortFunctions))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/biome-ignore\S* \S*(?:complexity|noExcessiveLinesPerFunction)\b/g)].map(
        match => `${path}:${lineAt(text, match.index)}: allows a long function`,
      ),
    );
}

describe('the program', () => {
  const files = sourceFiles(['.ts', '.tsx', '.sql']).filter(({ text }) => !text.startsWith('// Generated '));

  it(`has no file over ${longestFileLines} lines`, () => expect(tooLong(files)).toEqual([]));
  it('has no folder with too many files', () => expect(tooFull(files)).toEqual([]));

  it(`has no function over ${longestFunctionLines} lines, because biome.json says so without exceptions`, () => {
    const { linter, overrides } = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, '../biome.json'), 'utf8'));
    const rule = { level: 'error', options: { maxLines: longestFunctionLines } };
    expect(linter.rules.complexity.noExcessiveLinesPerFunction).toEqual(rule);
    const changed = overrides.filter(({ linter: { rules } }: { linter: { rules?: object } }) => rules !== undefined);
    expect(changed.flatMap(({ includes }: { includes: string[] }) => includes)).toEqual(['test/**', 'examples/**']);
    expect(exceptions(files)).toEqual([]);
  });
});

describe('the rules', () => {
  const file = (path: string, text = ''): SourceFile => ({ path, text });
  const inside = (folder: string, count: number) =>
    Array.from({ length: count }, (_, number) => file(`${folder}/${number}.ts`));

  it('notice a file that is too long', () => {
    const files = [500, 501].map(count => file(`${count}.ts`, 'x\n'.repeat(count)));
    expect(tooLong(files)).toEqual(['501.ts:501: has 501 lines']);
  });

  it('notice a folder that is too full', () => {
    expect(tooFull(inside('src/state', 25))).toEqual([]);
    expect(tooFull(inside('src/state', 26))).toEqual(['src/state: has 26 files']);
    expect(tooFull([...inside('sql/queries', 80), ...inside('sql/lookups', 26)])).toEqual([
      'sql/lookups: has 26 files',
    ]);
  });

  it('notice a function that may be long', () => {
    const text = '// first\n// biome-ignore lint/complexity/noExcessiveLinesPerFunction: it is\n';
    const other = '// biome-ignore lint/suspicious/noExplicitAny: it is\n';
    expect(exceptions([file('src/a.ts', text), file('test/a.ts', text), file('src/b.ts', other)])).toEqual([
      'src/a.ts:2: allows a long function',
    ]);
  });
});
