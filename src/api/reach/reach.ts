// The lists of effective access: what an account reaches, and who reaches an object.
import type { FastifyInstance } from 'fastify';
import { ObjectType } from '../../resources/types/enumerations.ts';
import type { Visible } from '../../resources/visibility/visible.ts';
import type { Version } from '../../warehouse/version/version.ts';
import type { Operation } from '../contract/operation.ts';
import { parseUuid } from '../http/list-query.ts';
import { quoted, wrongParameter } from '../http/parameter-error.ts';
import { type LookupOptions, registerPagedLookup } from '../lookups/paged-lookup.ts';
import { registerAccessGraph } from './access-graph.ts';
import { registerAccessPaths } from './access-paths.ts';
import { existing } from './existing.ts';
import { namesOf } from './permissions.ts';
import { reachOperations } from './reach-operations.ts';

/** Operation → the collection of the object in its path. */
const inverse: readonly (readonly [operation: Operation, collection: string])[] = [
  [reachOperations.listAccountsOfResourceInstance, 'resource-instances'],
  [reachOperations.listAccountsOfRole, 'roles'],
  [reachOperations.listAccountsOfUserGroup, 'user-groups'],
  [reachOperations.listAccountsOfAssignedApplication, 'assigned-applications'],
  [reachOperations.listAccountsOfIntegratedApplication, 'integrated-applications'],
];

export function registerReach(app: FastifyInstance, options: LookupOptions): void {
  registerPagedLookup(app, options, {
    operation: reachOperations.listAccountAccess,
    name: 'account_access',
    filters: ['objectType', 'onlyThrough'],
    async parametersOf({ params, query, caller }, _lookUp, version) {
      return {
        object_type: parseObjectType(query.objectType as string | undefined),
        only_through: existingRelationship(version, query.onlyThrough as string | undefined, caller!.visible),
        account_id: existing(version, 'accounts', params.id!, caller!.visible),
      };
    },
    itemOf: viewReached,
  });
  for (const [operation, collection] of inverse) {
    registerPagedLookup(app, options, {
      operation,
      name: 'object_accounts',
      async parametersOf({ params, caller }, _lookUp, version) {
        return { object_id: existing(version, collection, params.id!, caller!.visible) };
      },
      itemOf: viewReached,
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

/** Absent values are left out. */
function viewReached({ permissions, ...row }: Readonly<Record<string, unknown>>): object {
  const present = Object.entries(row).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(present), permissions: namesOf(permissions as number) };
}
