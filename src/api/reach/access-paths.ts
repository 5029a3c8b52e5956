// The paths through which one account, group, role or permission set reaches one object.
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../errors.ts';
import type { NamedObject } from '../../lookups/access-records.ts';
import type { BetweenEdge } from '../../lookups/between.ts';
import type { ListRequest } from '../access/serve-operation.ts';
import { serveOperation } from '../access/serve-operation.ts';
import type { Operation } from '../contract/operation.ts';
import { signalOf, whenOver } from '../http/client-signal.ts';
import { parseLimit, parseParameters, parseUuid } from '../http/list-query.ts';
import type { LookUp, LookupOptions } from '../lookups/paged-lookup.ts';
import { servedTenant } from '../served-tenants.ts';
import { versionAsOf } from '../version-as-of.ts';
import { ageOfAccess, agesBetween } from './access-age.ts';
import { existing } from './existing.ts';
import { type FoundPaths, findPaths } from './path-search.ts';
import { namesOf } from './permissions.ts';
import { pathLimits, reachOperations } from './reach-operations.ts';

interface PathsRequest extends ListRequest {
  Params: { id: string; objectId: string };
}

interface Node {
  readonly number: number;
  readonly id: string;
  readonly type: string;
  readonly name: string | null;
  readonly of: string | null;
}

/** The most relationships between account and object that are searched. */
const mostRows = 20_000;

/** Operation → the collection of what the paths begin at. */
const beginnings: readonly (readonly [operation: Operation, collection: string])[] = [
  [reachOperations.listAccessPaths, 'accounts'],
  [reachOperations.listAccessPathsOfUserGroup, 'user-groups'],
  [reachOperations.listAccessPathsOfRole, 'roles'],
  [reachOperations.listAccessPathsOfPermissionSet, 'permission-sets'],
];

export function registerAccessPaths(app: FastifyInstance, options: LookupOptions): void {
  for (const [operation, collection] of beginnings) registerPathsFrom(app, options, operation, collection);
}

function registerPathsFrom(
  app: FastifyInstance,
  { tenants, guard, lookups }: LookupOptions,
  operation: Operation,
  collection: string,
): void {
  serveOperation<PathsRequest>(app, operation, { guard }, async (request, reply) => {
    const { limit, asOf } = parseParameters(request.query, ['limit', 'asOf']);
    const most = parseLimit(limit, pathLimits);
    const objectId = parseUuid('objectId', request.params.objectId);
    const { tenant, clientId, visible } = request.caller!;
    const version = await versionAsOf(servedTenant(tenants, tenant).catalogue, asOf);
    whenOver(reply, version.hold());
    const accountId = existing(version, collection, request.params.id, visible);
    const where = { clientId, versionFolder: version.folder, visible };
    const ends = { name: 'access_nodes', parameters: { ids: `${accountId},${objectId}` } };
    const nodes = await lookups.rows<Node>({ ...where, ...ends }, signalOf(reply));
    const [account, object] = [accountId, objectId].map(id => nodes.find(node => node.id === id && node.of === null));
    if (!account || !object) {
      throw new ServiceError('NOT_FOUND', `objectId: there is no ${objectId}, or it is not visible to this client`);
    }
    const pair = { subject: namedNode(account), object: namedNode(object) };
    const [between] = await lookups.between(where, { pairs: [pair], mostEdges: mostRows }, signalOf(reply));
    const { edges, isCut } = between!;
    const found = findPaths(edges, account.number, object.number, most);
    const lookUp: LookUp = (name, parameters) => lookups.rows({ ...where, name, parameters }, signalOf(reply));
    const since = ageOfAccess(between!, await agesBetween([between!], lookUp));
    return reply
      .header('cache-control', 'private, no-store')
      .header('warehouse-version', String(version.number))
      .send({ account: viewNode(account), object: viewNode(object), since, ...viewPaths(found, isCut) });
  });
}

function viewPaths(
  { permissions, paths, isComplete, critical, denials }: FoundPaths<BetweenEdge>,
  isCut: boolean,
): object {
  return {
    permissions: namesOf(permissions),
    paths: paths.map(path => ({
      hops: path.steps.length,
      permissions: namesOf(path.permissions),
      steps: path.steps.map(viewStep),
    })),
    isComplete: isComplete && !isCut,
    criticalSteps: isCut ? undefined : critical.map(viewStep),
    denials: denials.map(({ kind: _kind, ...denial }) => ({
      ...viewEnds(denial),
      permissions: namesOf(denial.permissions),
    })),
  };
}

function viewStep(step: BetweenEdge): object {
  return { kind: step.kind, ...viewEnds(step) };
}

function viewEnds({ id, from, to }: Pick<BetweenEdge, 'id' | 'from' | 'to'>): object {
  return { id: id ?? undefined, from: viewObject(from), to: viewObject(to) };
}

function viewObject({ objectName, ...object }: NamedObject): object {
  return { ...object, objectName: objectName ?? undefined };
}

function viewNode(node: Node): object {
  return viewObject(namedNode(node));
}

function namedNode({ id, type, name }: Pick<Node, 'id' | 'type' | 'name'>): NamedObject {
  return { objectId: id, objectType: type, objectName: name };
}
