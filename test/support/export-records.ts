// Records for exports: every kind of text that a file must carry, and absent values of every type.
import { resourceOf } from '../../src/resources/registry.ts';
import { pagesOf, type Script, sampleRecord } from './scripted-source.ts';

/** Texts that spreadsheets run, that CSV has to quote, and that are hard to parse. */
export const hostileTexts = [
  '=1+1',
  "=cmd|' /C calc'!A0",
  '+49 30 1234',
  '-2+3',
  '-42',
  '+1.5e3',
  '@SUM(A1)',
  '\ttab first',
  '\rcarriage return first',
  '\n=line feed first',
  '＝1+1',
  '＋49 30 1234',
  '－2+3',
  '＠SUM(A1)',
  "'tis",
  '\uFEFFmark first',
  'says "hello", twice',
  '"',
  'line\nbreak',
  'both\r\nbreaks',
  'semicolon; colon: tab\t.',
  '’tis',
  "'=quoted already",
  'Zoë Ångström 🧑‍🚀',
  'مريم الأحمد',
  '\u202Eright to left',
  'nothing\u200Bseen',
  'NULL',
  'true',
  ' spaces ',
  '𝔘𝔫𝔦𝔠𝔬𝔡𝔢',
];

export const employeeCount = 40;
export const accountCount = 120;

const day = 86_400_000;
const firstDay = Date.UTC(2025, 0, 1);
const sample = (type: string, index: number) => sampleRecord(resourceOf(type)!, index);
const instant = (index: number) => new Date(firstDay + index * day + (index % 5) * 1001).toISOString();

/** Employees, the accounts of most of them, and the activity of the accounts. */
export function exportRecords(): Script {
  const employees = Array.from({ length: employeeCount }, (_, index) => ({
    ...sample('Employee', index),
    name: hostileTexts[index % hostileTexts.length],
    employeeNumber: `E${index}`,
    employmentStatus: ['Active', 'Leave', 'Terminated', 'Unknown'][index % 4],
  }));
  const accounts = Array.from({ length: accountCount }, (_, index) => ({
    ...sample('Account', index),
    alias: `${index % 3 === 0 ? 'svc-' : ''}user ${index}`,
    name: hostileTexts[index % hostileTexts.length],
    type: ['User', 'Machine', 'Token'][index % 3],
    enabled: index % 4 !== 0,
    // Some employees have many accounts, some have none.
    employeeNumber: `E${(index * index) % 23}`,
    ...(index % 5 !== 0 && { department: ['Finance', 'finance', 'Research & Development', 'IT'][index % 4] }),
    ...(index % 3 !== 0 && { lastPasswordChangedDate: instant(index) }),
  }));
  return { Employee: pagesOf(employees as never), Account: pagesOf(accounts as never) };
}
