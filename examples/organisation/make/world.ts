// The data that all sources of the example share: the day of the data, the departments and the people.
import { type Random, randomOf } from './random.ts';

export const domain = 'rolecall.example';

/** One row of a CSV file: column → cell. */
export type Row = Record<string, string | number | boolean | undefined>;

/** File name → its rows; every row has the same columns. */
export type Files = Record<string, readonly Row[]>;

export interface Unit {
  readonly code: string;
  readonly name: string;
  readonly parent: string | undefined;
  readonly costCentre: string;
}

export interface Person {
  readonly number: string;
  readonly first: string;
  readonly last: string;
  readonly email: string;
  readonly login: string;
  readonly status: 'Active' | 'Leave' | 'Terminated';
  readonly contract: 'PERM' | 'CONTR' | 'TEMP' | 'INTERN';
  /** Days before the day of the data. */
  readonly hiredDaysAgo: number;
  readonly leftDaysAgo: number | undefined;
  readonly unit: Unit;
  readonly title: string;
  readonly jobCode: string;
  readonly family: string;
  readonly site: string;
  readonly country: string;
  readonly manager: string | undefined;
}

export interface World {
  readonly units: readonly Unit[];
  readonly people: readonly Person[];
  /** A time this many days before the day of the data, in ISO 8601. */
  ago(days: number, random?: Random): string;
}

const unitTree: readonly [code: string, name: string, parent: string | undefined, weight: number][] = [
  ['10', 'Rolecall Example', undefined, 1],
  ['1100', 'Engineering', '10', 2],
  ['1110', 'Platform', '1100', 9],
  ['1111', 'Site Reliability', '1110', 5],
  ['1112', 'Cloud Foundations', '1110', 5],
  ['1120', 'Product Engineering', '1100', 14],
  ['1121', 'Payments', '1120', 8],
  ['1122', 'Mobile', '1120', 7],
  ['1130', 'Quality', '1100', 5],
  ['1200', 'Data and Research', '10', 6],
  ['1210', 'Machine Learning', '1200', 5],
  ['2100', 'Sales', '10', 4],
  ['2110', 'Sales Europe', '2100', 12],
  ['2120', 'Sales Americas', '2100', 10],
  ['2130', 'Partner Management', '2100', 4],
  ['2200', 'Marketing', '10', 7],
  ['2300', 'Customer Care', '10', 16],
  ['3100', 'Finance', '10', 4],
  ['3110', 'Accounts Payable', '3100', 5],
  ['3120', 'Controlling', '3100', 4],
  ['3130', 'Treasury', '3100', 2],
  ['3200', 'People', '10', 6],
  ['3300', 'Law and Compliance', '10', 4],
  ['4100', 'Information Technology', '10', 4],
  ['4110', 'Identity and Access', '4100', 3],
  ['4120', 'Workplace Services', '4100', 5],
];

const families: Record<string, readonly [family: string, titles: readonly string[]]> = {
  '11': [
    'Engineering',
    ['Software Engineer', 'Senior Software Engineer', 'Staff Engineer', 'Test Engineer', 'Reliability Engineer'],
  ],
  '12': ['Data', ['Data Scientist', 'Data Engineer', 'Research Engineer', 'Analyst']],
  '21': ['Sales', ['Account Executive', 'Sales Manager', 'Sales Representative', 'Partner Manager']],
  '22': ['Marketing', ['Campaign Manager', 'Content Editor', 'Designer']],
  '23': ['Care', ['Support Agent', 'Support Specialist', 'Team Coordinator']],
  '31': ['Finance', ['Accountant', 'Controller', 'Payables Clerk', 'Treasury Analyst']],
  '32': ['People', ['Recruiter', 'People Partner', 'Payroll Specialist']],
  '33': ['Law', ['Counsel', 'Compliance Officer', 'Privacy Specialist']],
  '41': ['IT', ['System Administrator', 'Identity Engineer', 'Service Desk Agent']],
};

const firstNames =
  'Ada Aïcha Amir Anna Anouk Ben Bruno Carla Chidi Chloé Clara Daan Daria David Deniz Elena Eli Emma Esra Farid Femke Finn Freya Gina Hana Hugo Ines Iris Ivan Jaap Jan Jana Jonas José Julia Kai Karim Kofi Lara Lea Leo Lina Lotte Luca Lucía Maja Malik Mara Marco Mei Mila Mira Nadia Nils Nina Noor Olga Omar Oskar Paul Pia Priya Rafael Rosa Ruben Sami Sara Sofia Sven Tariq Tess Theo Tim Uma Vera Viktor Wanda Yara Yusuf Zoë'.split(
    ' ',
  );
const lastNames =
  'Abadi Achterberg Adeyemi Álvarez Andersen Aydin Bakker Barros Becker Bianchi Blom Bosch Brandt Castillo Chen Costa Dekker Demir Diaz Dijkstra Dubois Ekström Faber Ferrari Fischer Fontein García Gomes Haddad Hansen Hartog Hoffmann Horvat Ibrahim Iwu Jansen Kaplan Keller Khan Kovač Kowalski Kuiper Lange Larsen Lindqvist López Maas Martin Mensah Meyer Moreau Mulder Müller Nagy Ndiaye Novak Okafor Olsen Ortega Patel Peeters Petrov Pinto Popescu Prins Rahman Ribeiro Rossi Sato Schmidt Silva Singh Smit Sørensen Tanaka Thijssen Torres Vermeer Visser Wagner Weber Willems Yıldız Zhang'.split(
    ' ',
  );
const sites: readonly [site: string, country: string][] = [
  ['Utrecht', 'NL'],
  ['Utrecht', 'NL'],
  ['Rotterdam', 'NL'],
  ['Berlin', 'DE'],
  ['Lisbon', 'PT'],
  ['Toronto', 'CA'],
];

/** `people` people on `day` (ISO 8601 date). */
export function makeWorld(day: string, people = 400): World {
  const start = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(start)) throw new RangeError(`\`${day}\` is not a date such as 2026-11-01`);
  const units = unitTree.map(([code, name, parent]) => ({
    code,
    name,
    parent,
    costCentre: `CC-${code.padEnd(4, '0')}`,
  }));
  return {
    units,
    people: makePeople(units, people),
    ago: (days, random) => new Date(start - days * 86_400_000 - (random?.between(1, 43_200) ?? 0) * 1000).toISOString(),
  };
}

function makePeople(units: readonly Unit[], count: number): Person[] {
  const random = randomOf('people');
  const places = unitTree.flatMap(([code, , , weight]) => Array<string>(weight).fill(code));
  const taken = new Set<string>();
  const heads = new Map<string, string>();
  return Array.from({ length: count }, (_, index) => {
    // The first people are the heads of the units, in order, so that every manager exists before their reports.
    const unit =
      index < units.length ? units[index]! : (units.find(({ code }) => code === random.pick(places)) ?? units[0]!);
    const first = random.pick(firstNames);
    const last = random.pick(lastNames);
    const login = freeLogin(ascii(`${first}.${last}`), taken);
    const number = `E${(10_000 + index * 7).toString()}`;
    const isHead = index < units.length;
    const manager = heads.get(isHead ? (unit.parent ?? '') : unit.code);
    if (isHead) heads.set(unit.code, number);
    const [family, titles] = families[unit.code.slice(0, 2)] ?? ['Management', ['Managing Director']];
    const hiredDaysAgo = isHead ? random.between(900, 4000) : random.between(5, 3200);
    const leaves = !isHead && hiredDaysAgo > 200 && random.chance(0.11);
    const [site, country] = random.pick(sites);
    const titleIndex = random.between(0, titles.length - 1);
    return {
      number,
      first,
      last,
      email: `${login}@${domain}`,
      login,
      status: leaves ? 'Terminated' : random.chance(0.015) ? 'Leave' : 'Active',
      contract: isHead
        ? 'PERM'
        : random.pick(['PERM', 'PERM', 'PERM', 'PERM', 'PERM', 'PERM', 'CONTR', 'CONTR', 'TEMP', 'INTERN'] as const),
      hiredDaysAgo,
      leftDaysAgo: leaves ? random.between(3, 190) : undefined,
      unit,
      title: isHead ? `Head of ${unit.name}` : titles[titleIndex]!,
      jobCode: `${unit.code.slice(0, 2)}-${isHead ? 'H' : titleIndex + 1}`,
      family,
      site,
      country,
      manager,
    };
  });
}

/** Lowercase letters without diacritics: `Kovač` → `kovac`. */
function ascii(text: string): string {
  const plain = text.toLowerCase().replaceAll('ø', 'o').replaceAll('ı', 'i');
  return plain.normalize('NFD').replace(/[^a-z.]/g, '');
}

function freeLogin(login: string, taken: Set<string>): string {
  let free = login;
  for (let suffix = 2; taken.has(free); suffix++) free = `${login}${suffix}`;
  taken.add(free);
  return free;
}

/** An e-mail address as typed by hand: sometimes with capitals, sometimes missing. */
export function keptEmail(person: Person, random: Random): string {
  if (random.chance(0.03)) return '';
  if (!random.chance(0.04)) return person.email;
  return `${person.first[0]}${person.email.slice(1).replace(/\.(\w)/, (_, letter: string) => `.${letter.toUpperCase()}`)}`;
}

/** People whose unit's code starts with one of the prefixes, including leavers. */
export function peopleOf(world: World, ...prefixes: string[]): Person[] {
  return world.people.filter(person => prefixes.some(prefix => person.unit.code.startsWith(prefix)));
}

export const day = (iso: string) => iso.slice(0, 10);
