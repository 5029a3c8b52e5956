// Local ids of a MySQL or MariaDB server. They are made of names, because its accounts and objects have no other identity.
import { composeId } from '../../src/connector/composed-id.ts';
import type { Within } from '../../src/connector/contract.ts';

/** `'ann'@'10.%'`; quotes inside are doubled, so different accounts never have the same text. */
const accountText = (user: string, host: string) => `${quotedText(user)}@${quotedText(host)}`;
const quotedText = (text: string) => `'${text.replaceAll("'", "''")}'`;
const quotedName = (name: string) => `\`${name.replaceAll('`', '``')}\``;

/** `` `shop`.`orders` `` */
export const qualifiedName = (...names: readonly string[]) => names.map(quotedName).join('.');

export const mysqlServerId = 'server';
export const mysqlPublicId = 'public';
export const mysqlAccountId = (user: string, host: string) => `account:${accountText(user, host)}`;
/** The roles of MariaDB have no host. */
export const mysqlRoleId = (user: string, host: string) =>
  `role:${host === '' ? quotedText(user) : accountText(user, host)}`;
/** The names in the id of an account; undefined for other ids. */
export const accountNamesOf = (id: string) => namesIn(/^account:'((?:[^']|'')*)'@'((?:[^']|'')*)'$/s, id);
/** The names in the id of a role; undefined for other ids. */
export const roleNamesOf = (id: string) => namesIn(/^role:'((?:[^']|'')*)'(?:@'((?:[^']|'')*)')?$/s, id);

function namesIn(form: RegExp, id: string): { readonly user: string; readonly host: string } | undefined {
  const found = form.exec(id);
  const [user = '', host = ''] = (found ?? []).slice(1).map((text = '') => text.replaceAll("''", "'"));
  return found ? { user, host } : undefined;
}

export const mysqlDatabaseId = (name: string) => `database:${qualifiedName(name)}`;
export const databasePatternId = (pattern: string) => `pattern:${qualifiedName(pattern)}`;
export const mysqlTableId = (database: string, table: string) => `table:${qualifiedName(database, table)}`;
export const mysqlColumnId = (database: string, table: string, column: string) =>
  `column:${qualifiedName(database, table, column)}`;
export const routineId = (database: string, kind: string, name: string) =>
  `${kind.toLowerCase().replaceAll(' ', '-')}:${qualifiedName(database, name)}`;

/** Types with a field that says in which place an object is. */
const placeFields = { ResourceInstance: 'id', ResourceInstanceContainsResourceInstance: 'childId' } as const;
export type PlacedType = keyof typeof placeFields;

/** A database and all that is in it, of one type. */
export function contentsOfDatabase(lands: PlacedType, name: string): Within {
  const kinds = ['table', 'column', 'procedure', 'function', 'package', 'package-body'];
  const startsWith = kinds.map(kind => `${kind}:${qualifiedName(name)}.`);
  return { field: placeFields[lands], is: [mysqlDatabaseId(name)], startsWith };
}

const seam = / +(?:via|on|contains) +(?:server$|public$|[a-z-]+:)/g;
export const mysqlLinkId = (from: string, verb: 'via' | 'on' | 'contains', to: string) =>
  composeId([from, verb, to], ' ', seam);

/** Names whom a row of grants is written for. */
export const rowText = ({ user, host }: { readonly user: string; readonly host: string }) => accountText(user, host);
