// Writes src/warehouse/open-tables/recorded-fields.ts: what is recorded stays as it is, and new fields are appended.
import { fieldPaths } from '../../src/warehouse/open-tables/column-type.ts';
import { fieldIdsOf } from '../../src/warehouse/open-tables/field-ids.ts';
import { openTables } from '../../src/warehouse/open-tables/open-tables.ts';
import { recordedFields } from '../../src/warehouse/open-tables/recorded-fields.ts';

const constant = 'recordedFields';
const lineLength = 120;

export function recordedFieldsSource(): string {
  const names = new Set([...Object.keys(recordedFields), ...openTables.map(({ name }) => name)]);
  const tables = [...names].map(name => `  ${name}: \`${linesOf(pathsOf(name))}\`,\n`);
  return `// The fields of each open table in the order of their ids (field-ids.ts). \`npm run docs\` appends what is missing: change nothing by hand.
export const ${constant}: Readonly<Record<string, string>> = {
${tables.join('')}};
`;
}

function pathsOf(name: string): Set<string> {
  const table = openTables.find(table => table.name === name);
  return new Set([...fieldIdsOf(name).keys(), ...(table ? fieldPaths(table.columns) : [])]);
}

function linesOf(paths: ReadonlySet<string>): string {
  const lines = [''];
  for (const path of paths) {
    const line = lines.at(-1)!;
    if (line !== '' && line.length + path.length + 1 <= lineLength) lines[lines.length - 1] = `${line} ${path}`;
    else lines.push(`    ${path}`);
  }
  return lines.join('\n');
}
