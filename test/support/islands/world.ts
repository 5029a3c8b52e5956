// An organisation with several sources that changes at random: people, accounts, groups in groups, access, sign-on between sources,
// shared keys, use and violations.
import type { Random } from '../random.ts';
import {
  account,
  activity,
  application,
  assignment,
  employee,
  enrollment,
  humanResources,
  identity,
  identityProvider,
  membership,
  people,
  type Row,
  token,
} from './rows.ts';

export interface WorldSource {
  readonly sourceId: string;
  readonly applicationInstanceId: string;
  readonly rows: Record<string, Row[]>;
  partial: string[];
}

export interface World {
  readonly sources: Map<string, WorldSource>;
  /** Change something at random. Resolves to the sources that changed. */
  change(): { what: string; sources: string[] };
}

/** @param organisation its number, so that it has application instances of its own */
export function openWorld(random: Random, organisation: number): World {
  const sources = new Map<string, WorldSource>();
  let next = 0;
  const add = (sourceId: string, rows: Record<string, Row[]>) => {
    next += 1;
    const digits = ((next * 7919) % 0xffff).toString(16).padStart(4, '0');
    const number = organisation.toString(16).padStart(4, '0');
    const applicationInstanceId = `${digits}${number}-0000-4000-8000-${String(next).padStart(12, '0')}`;
    sources.set(sourceId, { sourceId, applicationInstanceId, rows, partial: [] });
  };
  const isWithoutPeople = random.below(4) === 0;
  if (!isWithoutPeople) {
    add('hr', humanResources(random));
    add('idp', identityProvider(random));
  }
  for (const name of ['crm', 'files', 'wiki']) add(name, application(random, name));
  const applications = () => [...sources.keys()].filter(id => id !== 'hr' && id !== 'idp');
  return {
    sources,
    change() {
      const kind = random.below(20);
      if (kind === 0) {
        const id = `app${next}`;
        add(id, application(random, id));
        return { what: `add ${id}`, sources: [id] };
      }
      if (kind === 1 && applications().length > 2) {
        const id = random.of(applications());
        sources.delete(id);
        return { what: `remove ${id}`, sources: [] };
      }
      if (kind === 2) return { what: 'nothing', sources: [random.of([...sources.keys()])] };
      const id = kind < 5 ? 'hr' : kind < 8 ? 'idp' : random.of(applications());
      if (!sources.has(id)) {
        add(id, id === 'hr' ? humanResources(random) : identityProvider(random));
        return { what: `add ${id}`, sources: [id] };
      }
      const source = sources.get(id)!;
      const what = changeRows(random, source, sources);
      return { what: `${source.sourceId}: ${what}`, sources: [source.sourceId] };
    },
  };
}

/** Replace, add or remove a row, or let an account name another source. */
function changeRows(random: Random, source: WorldSource, all: ReadonlyMap<string, WorldSource>): string {
  const { rows } = source;
  const types = Object.keys(rows).filter(type => rows[type]!.length > 0);
  const type = random.of(types);
  const list = rows[type]!;
  const index = random.below(list.length);
  switch (random.below(8)) {
    case 0:
      source.partial = source.partial.length > 0 ? [] : [type];
      return `partial ${source.partial}`;
    case 1:
      if (list.length < 2) return 'nothing';
      list.splice(index, 1);
      return `remove ${type} ${index}`;
    case 2:
      return federate(random, source, all);
    case 3:
    case 4:
      if (source.sourceId === 'hr') return change(list, index, employee(random, random.below(people)));
      return `${type} ${change(list, index, { ...list[index], name: `Name ${random.below(100)}` })}`;
    default:
      if (source.sourceId === 'hr')
        return `employee ${upsert(rows, 'Employee', employee(random, random.below(people)))}`;
      if (source.sourceId === 'idp' && random.below(2) === 0)
        return random.below(2) === 0
          ? `identity ${upsert(rows, 'Account', identity(random, random.below(people)))}`
          : `enrollment ${upsert(rows, 'AuthenticatorEnrollment', enrollment(random))}`;
      return changeAccess(random, source);
  }
}

function changeAccess(random: Random, { sourceId, rows }: WorldSource): string {
  const accounts = (rows['Account'] ?? []).map(({ id }) => id as string);
  const groups = (rows['UserGroup'] ?? [{ id: 'g0' }]).map(({ id }) => id as string);
  switch (random.below(sourceId === 'idp' ? 2 : 5)) {
    case 0:
      return `membership ${upsert(rows, 'EntityManagedViaObject', membership(random, accounts, groups))}`;
    case 1:
      return `assignment ${upsert(rows, 'EntityAssignedAccessToObject', assignment(random, accounts, groups))}`;
    case 2:
      return `account ${upsert(rows, 'Account', account(random, random.below(9)))}`;
    case 3:
      return `token ${upsert(rows, 'Account', token(random, random.of(['token', 'machine']), random.of(['Token', 'Machine'])))}`;
    default:
      return `activity ${upsert(rows, 'Activity', activity(random))}`;
  }
}

/** An account is created by one of another source, which an authentication key names. */
function federate(random: Random, { rows }: WorldSource, all: ReadonlyMap<string, WorldSource>): string {
  const accounts = rows['Account'];
  if (!accounts || accounts.length === 0) return 'nothing';
  const holders = [...all.values()].filter(other => other.rows['IntegratedApplication']);
  if (holders.length === 0) return 'nothing';
  const key = `key-${random.of(holders).sourceId}`;
  const index = random.below(accounts.length);
  const federation = { isFederated: true, authenticationKey: key };
  change(accounts, index, { ...accounts[index], createdBy: 'c0', createdByFederation: federation });
  return `federate with ${key}`;
}

function change(list: Row[], index: number, row: Row): string {
  const same = list.findIndex(({ id }, other) => id === row['id'] && other !== index);
  list[index] = row;
  if (same !== -1) list.splice(same, 1);
  return `${row['id']}`;
}

function upsert(rows: Record<string, Row[]>, type: string, row: Row): string {
  const list = rows[type] ?? [];
  rows[type] = list;
  const index = list.findIndex(({ id }) => id === row['id']);
  return change(list, index === -1 ? list.length : index, row);
}
