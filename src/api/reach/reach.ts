// The lists of effective access: what an account reaches, and who reaches an object.
import type { FastifyInstance } from 'fastify';
import type { NamedObject } from '../../lookups/access-records.ts';
import type { AccessPair } from '../../lookups/between.ts';
import { ObjectType } from '../../resources/types/enumerations.ts';
import type { Visible } from '../../resources/visibility/visible.ts';
import type { Version } from '../../warehouse/version/version.ts';
import type { Operation } from '../contract/operation.ts';
import { parseUuid } from '../http/list-query.ts';
import { quoted, wrongParameter } from '../http/parameter-error.ts';
import { type LookupOptions, type PageReading, registerPagedLookup } from '../lookups/paged-lookup.ts';
import { type AccessAge, ageOfAccess, agesBetween } from './access-age.ts';
import { registerAccessGraph } from './access-graph.ts';
import { registerAccessPaths } from './access-paths.ts';
import { existing } from './existing.ts';
import { namesOf } from './permissions.ts';
import { reachInclusions, reachOperations } from './reach-operations.ts';
import { type AccessThrough, throughOf } from './through.ts';

interface ReachRow {
  /** Bits. */
  readonly permissions: number;
}

type ReachedRow = ReachRow & NamedObject;

interface ReachingRow extends ReachRow {
  readonly accountId: string;
  readonly alias: string;
}

/** Operation → the collection of the object in its path, and its type. */
const inverse: readonly (readonly [operation: Operation, collection: string, type: string])[] = [
  [reachOperations.listAccountsOfResourceInstance, 'resource-instances', 'ResourceInstance'],
  [reachOperations.listAccountsOfRole, 'roles', 'Role'],
  [reachOperations.listAccountsOfUserGroup, 'user-groups', 'UserGroup'],
  [reachOperations.listAccountsOfAssignedApplication, 'assigned-applications', 'AssignedApplication'],
  [reachOperations.listAccountsOfIntegratedApplication, 'integrated-applications', 'IntegratedApplication'],
];

export function registerReach(app: FastifyInstance, options: LookupOptions): void {
  registerPagedLookup(app, options, {
    operation: reachOperations.listAccountAccess,
    name: 'account_access',
    filters: ['objectType', 'onlyThrough', 'include'],
    async parametersOf({ params, query, caller }, _lookUp, version) {
      parseIncluded(query.include as string | undefined);
      return {
        object_type: parseObjectType(query.objectType as string | undefined),
        only_through: existingRelationship(version, query.onlyThrough as string | undefined, caller!.visible),
        account_id: existing(version, 'accounts', params.id!, caller!.visible),
      };
    },
    itemsOf: (rows, reading) =>
      viewReached(
        rows as unknown as readonly ReachedRow[],
        reading,
        ({ objectId, objectType, objectName }, account) => ({
          subject: { objectId: account, objectType: 'Account', objectName: null },
          object: { objectId, objectType, objectName },
        }),
      ),
  });
  for (const [operation, collection, type] of inverse) {
    registerPagedLookup(app, options, {
      operation,
      name: 'object_accounts',
      filters: ['include'],
      async parametersOf({ params, query, caller }, _lookUp, version) {
        parseIncluded(query.include as string | undefined);
        return { object_id: existing(version, collection, params.id!, caller!.visible) };
      },
      itemsOf: (rows, reading) =>
        viewReached(rows as unknown as readonly ReachingRow[], reading, ({ accountId, alias }, object) => ({
          subject: { objectId: accountId, objectType: 'Account', objectName: alias },
          object: { objectId: object, objectType: type, objectName: null },
        })),
    });
  }
  registerAccessPaths(app, options);
  registerAccessGraph(app, options);
}

/** The collections of memberships and grants. */
const relationships = ['entity-managed-via-object', 'entity-assigned-access-to-object'];

/** @throws ServiceError BAD_REQUEST when there is no such relationship: then it would seem that nothing is lost with it */
function existingRelationship(version: Version, text: string | undefined, visible: Visible): string | null {
  if (text === undefined) return null;
  const id = parseUuid('onlyThrough', text);
  if (relationships.some(collection => version.collection(collection).has(id, visible))) return id;
  throw wrongParameter('onlyThrough', `there is no membership or grant ${id}, or it is not visible to this client`);
}

function parseObjectType(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (ObjectType.safeParse(text).success) return text;
  throw wrongParameter('objectType', `${quoted(text)} is not a type; known are ${ObjectType.options.join(', ')}`);
}

type Inclusion = (typeof reachInclusions)[number];

/** @throws ServiceError BAD_REQUEST */
function parseIncluded(text: string | undefined): readonly Inclusion[] {
  return (text?.split(',') ?? []).map(each => {
    const known = reachInclusions.find(inclusion => inclusion === each);
    if (known) return known;
    throw wrongParameter('include', `${quoted(each)} cannot be included; ${reachInclusions.join(' and ')} can`);
  });
}

/** The relationships between a pair that are read to tell its age and its path. Where there are more, they are not told. */
const mostEdges = 2_000;

/** What is said of an access only when it is asked for. */
interface Included {
  readonly since?: AccessAge | undefined;
  readonly through?: AccessThrough | undefined;
}

/** Absent values are left out. @param pairOf the two ends of the access, from a row and the id in the path */
async function viewReached<Row extends ReachRow>(
  rows: readonly Row[],
  { request: { params, query }, lookUp, between }: PageReading,
  pairOf: (row: Row, id: string) => AccessPair,
): Promise<object[]> {
  const view = ({ permissions, ...row }: Row, more: Included) => {
    const present = Object.entries({ ...row, ...more }).filter(([, value]) => value !== null && value !== undefined);
    return { ...Object.fromEntries(present), permissions: namesOf(permissions) };
  };
  const included = parseIncluded(query.include as string | undefined);
  if (included.length === 0) return rows.map(row => view(row, {}));
  const id = params.id!.toLowerCase();
  const pairs = await between({ pairs: rows.map(row => pairOf(row, id)), mostEdges });
  const ages = included.includes('since') ? await agesBetween(pairs, lookUp) : undefined;
  return rows.map((row, index) => {
    const pair = pairs[index]!;
    return view(row, {
      since: ages && ageOfAccess(pair, ages),
      through: included.includes('through') ? throughOf(pair) : undefined,
    });
  });
}
