// Statements that try to change something, to read outside the model, or to bring the service down. `hostile/<reason>.txt` has one
// per line (`\\n` is a line feed), and each is refused for that reason. Further statements are generated here.
import fs from 'node:fs';
import path from 'node:path';

const folder = path.join(import.meta.dirname, 'hostile');

/** Text around a statement that tries to hide it. */
const disguises: readonly ((statement: string) => string)[] = [
  statement => statement,
  statement => `  \n\t${statement}\n;`,
  statement => `/* SELECT 1 */ ${statement}`,
  statement => `-- SELECT 1\n${statement}`,
  statement => `/* /* nested */ */${statement} -- ;`,
  statement => `\u00a0\u3000${statement}`,
  statement => statement.replace(' ', '/**/ '),
];

const made: Readonly<Record<string, readonly string[]>> = {
  MUTATION_NOT_ALLOWED: written('MUTATION_NOT_ALLOWED').flatMap(statement =>
    disguises.slice(1).map(hide => hide(statement)),
  ),
  SYNTAX_ERROR: [
    ' ',
    ';',
    '-- nothing',
    '/* nothing */',
    '/* open',
    'SELECT 1\0',
    'SELECT 1\0; DROP VIEW accounts',
    `SELECT ${'('.repeat(40_000)}1${')'.repeat(40_000)}`,
    `SELECT ${'NOT '.repeat(20_000)}true`,
    `SELECT ${'['.repeat(30_000)}1${']'.repeat(30_000)}`,
    `SELECT ${'CASE WHEN true THEN '.repeat(3000)}1${' END'.repeat(3000)}`,
    `SELECT ${'1+'.repeat(49_000)}1`,
    `SELECT * FROM ${'(SELECT * FROM '.repeat(4000)}accounts${')'.repeat(4000)}`,
  ],
};

/** Reason → statements that are refused for it. */
export const hostileStatements: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  fs
    .readdirSync(folder)
    .map(file => path.basename(file, '.txt'))
    .map(reason => [reason, [...written(reason), ...(made[reason] ?? [])]]),
);

function written(reason: string): string[] {
  return fs
    .readFileSync(path.join(folder, `${reason}.txt`), 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => line.replaceAll('\\n', '\n'));
}
