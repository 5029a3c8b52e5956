// The first content of a simulated application, from a YAML or JSON file.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { type Problem, SourceError } from '../../src/connector/contract.ts';
import { nearestHint } from '../../src/nearest.ts';

const id = z.string().min(1);
const time = z.iso.datetime();
const ids = z.array(id).default([]);

const Seed = z.strictObject({
  application: z.strictObject({ id, name: id, category: z.string().optional() }),
  roles: z
    .array(
      z.strictObject({
        id,
        name: id,
        description: z.string().optional(),
        administers: z.boolean().default(false),
        permissions: z.array(id).default([]),
      }),
    )
    .default([]),
  groups: z
    .array(
      z.strictObject({
        id,
        name: id,
        description: z.string().optional(),
        roles: ids.describe('Roles that the group holds'),
        groups: ids.describe('Groups that the group is in'),
      }),
    )
    .default([]),
  accounts: z
    .array(
      z.strictObject({
        id,
        alias: id,
        name: z.string().optional(),
        email: z.string().optional(),
        title: z.string().optional(),
        kind: z.enum(['person', 'service']).default('person'),
        enabled: z.boolean().default(true),
        locked: z.boolean().default(false),
        expires: time.optional(),
        created: time.optional(),
        last_sign_in: time.optional(),
        created_by: id.optional(),
        roles: ids,
        groups: ids,
      }),
    )
    .default([]),
});
type Seed = z.output<typeof Seed>;

/** @throws SourceError that names the place in the file */
export function readSeed(file: string): Seed {
  let content: unknown;
  try {
    content = parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    const message = (cause as Error).message.split('\n')[0]!;
    refuse([problem('settings.seed', message, 'name a YAML or JSON file that can be read')]);
  }
  const { data, error } = Seed.safeParse(content);
  if (!data) refuse(error.issues.map(({ path, message }) => problem(`${file}: ${path.join('.') || 'top'}`, message)));
  const faults = [...unknownEnds(data), ...repeated(data), ...lostAccess(data)];
  if (faults.length > 0) refuse(faults.map(fault => problem(file, fault)));
  return data;
}

const problem = (place: string, message: string, fix?: string): Problem => ({
  severity: 'error',
  place,
  message,
  ...(fix !== undefined && { fix }),
});

function refuse(problems: readonly Problem[]): never {
  throw new SourceError(problems);
}

function unknownEnds({ roles, groups, accounts }: Seed): string[] {
  const known = { role: roles.map(role => role.id), group: groups.map(group => group.id) };
  const check = (kind: 'role' | 'group', wanted: readonly string[], where: string) =>
    wanted
      .filter(each => !known[kind].includes(each))
      .map(each => `${where}: there is no ${kind} \`${each}\`; ${nearestHint(each, known[kind])}`);
  return [...accounts, ...groups].flatMap(each => [
    ...check('role', each.roles, each.id),
    ...check('group', each.groups, each.id),
  ]);
}

function repeated({ roles, groups, accounts }: Seed): string[] {
  const twice = (what: string, values: readonly string[]) =>
    values
      .filter((value, index) => values.indexOf(value) !== index)
      .map(value => `${what} \`${value}\` is there twice`);
  return [
    ...twice(
      'role',
      roles.map(role => role.id),
    ),
    ...twice(
      'group',
      groups.map(group => group.id),
    ),
    ...twice(
      'the group name',
      groups.map(({ name }) => name),
    ),
    ...twice(
      'account',
      accounts.map(account => account.id),
    ),
    ...twice(
      'the alias',
      accounts.map(({ alias }) => alias),
    ),
  ];
}

/** The application drops the access of disabled accounts. */
const lostAccess = ({ accounts }: Seed) =>
  accounts
    .filter(({ enabled, roles, groups }) => !enabled && roles.length + groups.length > 0)
    .map(account => `account \`${account.id}\` is disabled, so it cannot have roles and groups`);

type Run = (sql: string, ...values: readonly (string | number | null)[]) => void;

/** Fill the empty tables. @param run runs one statement */
export function plant(run: Run, { application, roles, groups, accounts }: Seed): void {
  const { id: key, name, category = null } = application;
  run('INSERT INTO application VALUES (?, ?, ?)', key, name, category);
  for (const role of roles) {
    run(
      'INSERT INTO role VALUES (?, ?, ?, ?, ?)',
      ...[role.id, role.name, role.description ?? null, Number(role.administers), JSON.stringify(role.permissions)],
    );
  }
  const join = (type: string, { id: member, ...of }: { id: string; roles: string[]; groups: string[] }) => {
    const insert = 'INSERT OR IGNORE INTO membership VALUES (?, ?, ?, ?)';
    for (const role of of.roles) run(insert, type, member, 'Role', role);
    for (const group of of.groups) run(insert, type, member, 'UserGroup', group);
  };
  for (const group of groups) {
    run('INSERT INTO user_group VALUES (?, ?, ?)', group.id, group.name, group.description ?? null);
    join('UserGroup', group);
  }
  for (const account of accounts) {
    const { alias, name: holder = null, email = null, title = null, kind, enabled, locked } = account;
    const { expires = null, created = null, last_sign_in: lastSignIn = null, created_by: createdBy = null } = account;
    run(
      'INSERT INTO account VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      ...[account.id, alias, holder, email, title, kind, Number(enabled), Number(locked)],
      ...[expires, created, lastSignIn, createdBy],
    );
    join('Account', account);
  }
}
