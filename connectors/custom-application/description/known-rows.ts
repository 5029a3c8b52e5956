// The rows that a description has, to check the names and columns of its entries and lookups.
import type { Problem } from '../../../src/connector/contract.ts';
import { parsePath } from '../mapping/json-path.ts';
import type { ColumnUse, RowsName } from '../mapping/mapping.ts';
import { folderOfPattern, isPattern } from '../rows/files/file-pattern.ts';
import { type FileFormat, hasNestedCells } from '../rows/files/format.ts';
import { orNearest } from './nearest.ts';

export interface KnownRows {
  /** Reports a name that stands for no rows. @param place of the name */
  check(rows: RowsName, place: string): void;
  /** Reports columns that such rows never have. */
  checkColumns(rows: RowsName, uses: readonly ColumnUse[]): void;
  /** Whether columns of these rows may hold lists and objects. */
  hasLists(rows: RowsName): boolean;
}

interface KnownRowsOptions {
  report(problem: Problem): void;
  /** Names of the requests and of the queries. */
  readonly names: Readonly<Record<'request' | 'query', readonly string[]>>;
  formatOf(file: string): FileFormat;
}

export function knownRows({ report, names, formatOf }: KnownRowsOptions): KnownRows {
  const hasLists = (rows: RowsName) => rows.kind !== 'file' || hasNestedCells(formatOf(rows.name));
  return {
    check({ kind, name }, place) {
      if (kind === 'pushed') return;
      const fault = kind === 'file' ? faultOfFile(name) : faultOfName(kind, name, names[kind]);
      if (fault) report({ severity: 'error', place, ...fault });
    },
    checkColumns(rows, uses) {
      if (!hasLists(rows)) return;
      for (const { name, place } of uses) {
        const steps = parsePath(name);
        if (typeof steps !== 'string') continue;
        const fix = 'write it as in `profile.email`, `members[].id` or `labels["a.b"]`';
        report({ severity: 'error', place, message: `column \`${name}\` ${steps}`, fix });
      }
    },
    hasLists,
  };
}

function faultOfName(kind: string, name: string, known: readonly string[]) {
  if (known.includes(name)) return undefined;
  return { message: `there is no ${kind} \`${name}\``, fix: orNearest(name, known) };
}

function faultOfFile(file: string): { message: string; fix: string } | undefined {
  if (leavesFolder(file)) return { message: `\`${file}\` leads out of the data folder`, fix: 'name a file within it' };
  if (isPattern(folderOfPattern(file))) {
    return { message: `\`${file}\` has a folder with \`*\` or \`?\``, fix: 'use them in the name of the file only' };
  }
  return undefined;
}

const leavesFolder = (file: string) =>
  file.startsWith('/') || /^[A-Za-z]:/.test(file) || file.split('/').includes('..') || file.includes('\0');
