// Local ids of a PostgreSQL server. They are made of object ids (OIDs), which stay the same when an object is renamed. Ids of parts
// have only digits and dots after the colon, so no two pairs of them make the same id of a relationship.

import type { Within } from '../../src/connector/contract.ts';

export const serverId = 'server';
export const publicId = 'public';
export const roleId = (oid: number) => `role:${oid}`;
/** The object id in the id of a role; undefined for other ids. */
export function oidOf(id: string): number | undefined {
  const oid = Number(/^role:([1-9]\d{0,9})$/.exec(id)?.[1]);
  return oid <= 0xffff_ffff ? oid : undefined;
}
export const databaseId = (oid: number) => `database:${oid}`;
export const schemaId = (database: number, oid: number) => `schema:${database}.${oid}`;
export const relationPlaceId = (database: number, oid: number) => `relation:${database}.${oid}`;
export const functionId = (database: number, oid: number) => `function:${database}.${oid}`;
export const columnId = (database: number, relation: number, number: number) =>
  `column:${database}.${relation}.${number}`;

export const linkId = (from: string, verb: 'via' | 'on' | 'contains', to: string) => `${from} ${verb} ${to}`;

/** Fields that say in which place an object of a type is. */
const placeFields: Readonly<Record<string, string>> = {
  ResourceInstance: 'id',
  ResourceInstanceContainsResourceInstance: 'childId',
  EntityAssignedAccessToObject: 'assignedObjectId',
};

/** The objects of a type in databases. Rights on the databases themselves are counted in, because default privileges lie there too. */
export function databaseContents(lands: string, databases: readonly number[]): Within | undefined {
  const field = placeFields[lands];
  if (field === undefined) return undefined;
  const kinds = ['schema', 'relation', 'column', 'function'];
  const startsWith = databases.flatMap(oid => kinds.map(kind => `${kind}:${oid}.`));
  return { field, startsWith, ...(lands === 'EntityAssignedAccessToObject' && { is: databases.map(databaseId) }) };
}
