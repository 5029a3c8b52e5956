// The words that stay when texts get pseudonyms (pseudonyms.ts): those that rules of builds look for, those of enumerations, and those of
// the program's own texts that are in no name or address of the tenant.
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import * as enumerations from '../../resources/types/enumerations.ts';
import { sqlFiles } from '../sql-files.ts';
import { warehouseFile } from '../version/layout.ts';
import { openVersionFile } from '../version/read-only.ts';

const root = path.join(import.meta.dirname, '../../..');
/** The words of a text, in small letters. */
export const lowerCaseWords = (text: string) => text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];

const rulesIn = [
  'model',
  'enrich',
  'analytics',
  'impersonation',
  'risks/prepare',
  'risks/rules',
  'risks/violations',
  'risks/fields',
];

/** Words in texts that the SQL of builds compares with, except in sentences; and the values of enumerations. */
export function ruleWords(): Set<string> {
  const statements = rulesIn.flatMap(folder => sqlFiles(`building/${folder}`)).map(({ body }) => body);
  const texts = statements.flatMap(body => body.replaceAll(/--.*$/gm, '').match(/'(?:[^']|'')*'/g) ?? []);
  const values = Object.values(enumerations).flatMap(each => (each instanceof z.ZodEnum ? each.options : []));
  return new Set(
    [...texts.filter(text => !/\w \w/.test(text)), ...values].flatMap(text => lowerCaseWords(String(text))),
  );
}

/** Words of the program's code and SQL. */
export function programWords(): Set<string> {
  const words = new Set<string>();
  for (const folder of ['src', 'pipelines', 'connectors', 'sql']) {
    for (const entry of fs.readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.(ts|js|sql)$/.test(entry.name)) continue;
      for (const word of lowerCaseWords(fs.readFileSync(path.join(entry.parentPath, entry.name), 'utf8')))
        words.add(word);
    }
  }
  return words;
}

/** Where names of people are. Those of machines are words of the organisation, and people have accounts of their own. */
const names = [
  { columns: ['alias', 'name', 'email'], rows: `inventory."Account" WHERE "type" = 'User'` },
  { columns: ['id', 'name', 'displayName', 'firstName', 'lastName', 'email'], rows: 'inventory."Employee"' },
];

export interface ReadingOptions {
  /** For temporary files; it exists. */
  readonly spillFolder: string;
  readonly threads: number;
  readonly memoryBytes: number;
}

/** The words, in small letters, of names and addresses of people in a version. @param folder of the version */
export async function personalWords(folder: string, { spillFolder, ...options }: ReadingOptions): Promise<Set<string>> {
  const { connection } = await openVersionFile({ file: warehouseFile(folder), ...options, visible: null }, spillFolder);
  try {
    const texts = names.flatMap(({ columns, rows }) =>
      columns.map(column => `SELECT "${column}" AS text FROM ${rows}`),
    );
    const words = `SELECT DISTINCT unnest(regexp_extract_all(lower(text), '[\\p{L}\\p{M}]+')) AS word`;
    const result = await connection.runAndReadAll(`${words} FROM (${texts.join(' UNION ALL ')})`);
    return new Set(result.getRows().map(([word]) => String(word)));
  } finally {
    connection.closeSync();
  }
}
