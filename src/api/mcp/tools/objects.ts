// The tools that find objects: by a text, and by their id with what is related to them.
import { z } from 'zod';
import { collections, resources } from '../../../resources/registry.ts';
import { longestSearch, searchLimits } from '../../search/search-operations.ts';
import { fitted, fittedPage } from '../framed-answer.ts';
import { type Body, type LocatedObject, locateObject, type ServiceRequests } from '../service-requests.ts';
import { defineVersionTool, globalIdInput, instanceInput } from './tool.ts';

const types = resources.map(({ type }) => type);

/** Type → the path of the first of its collections, which has all of its objects. */
const pathOf = new Map(collections.toReversed().map(({ resource, collection }) => [resource.type, collection.path]));

export const searchTool = defineVersionTool({
  name: 'search',
  title: 'Find objects',
  description:
    'Find accounts, persons, groups, roles, applications, resources, machine identities and every other object by name, username, e-mail address or id. The best match comes first. Call it first to get global ids.',
  input: z.strictObject({
    text: z.string().min(1).max(longestSearch).describe('What to find'),
    type: z.enum(types).optional().describe('Only objects of this type'),
    applicationInstanceId: instanceInput,
    limit: z.int().min(1).max(searchLimits.maximum).default(10).describe('Objects of the answer at most'),
  }),
  example: { text: 'release bot', type: 'Account' },
  async answer(service, { text, limit, ...filters }) {
    const page = await fittedPage(limit, size =>
      service.send({ path: '/v1/search', query: { q: text, limit: size, ...filters } }),
    );
    return { data: { items: page.items, isCut: page.items.length >= limit } };
  },
});

export const getTool = defineVersionTool({
  name: 'get',
  title: 'Get an object with what is related to it',
  description:
    'Get one object by its global id, with what is next to it: the person and the open risks of an account, the accounts of a person, direct memberships, grants and members, the owners of a machine identity or key, the rule and the object of a risk violation.',
  input: z.strictObject({
    id: globalIdInput('the object'),
    related: z.boolean().default(true).describe('Also show what is related to it'),
  }),
  example: { id: '6f0c3a52-6f0c-5a52-8f0c-3a526f0c3a52' },
  async answer(service, { id, related }) {
    const located = await locateObject(service, id);
    const path = pathOf.get(located.objectType)!;
    const object = await service.send({ path: `${path}/${located.objectId}` });
    const parts = related && typeof object === 'object' ? await relatedTo(service, located, object) : {};
    const shown = Object.entries(parts).map(([name, part]) => [name, fitted(part, 4000)]);
    return { data: { type: located.objectType, object: fitted(object, 8000), related: Object.fromEntries(shown) } };
  },
});

/** Types that the graph of access has. */
const graphTypes = [
  ...['Account', 'UserGroup', 'Role', 'PermissionSet'],
  ...['AssignedApplication', 'IntegratedApplication', 'ResourceInstance'],
];

type Parts = Record<string, unknown>;

async function relatedTo(service: ServiceRequests, located: LocatedObject, object: Body): Promise<Parts> {
  const { objectType: type, objectId: id } = located;
  const [graph, particular, risks] = await Promise.all([
    graphTypes.includes(type) ? graphParts(service, id) : {},
    particularParts(service, type, id, object),
    type === 'RiskViolation' || type === 'RiskDefinition'
      ? {}
      : risksOf(service, type === 'Person' ? 'enrichedPersonId' : 'globalEntityId', id),
  ]);
  return { ...particular, ...risks, ...graph };
}

async function particularParts(service: ServiceRequests, type: string, id: string, object: Body): Promise<Parts> {
  if (type === 'Account') return accountParts(service, object);
  if (type === 'Person') return { accounts: await listOf(service, '/v1/accounts', 'enrichedPersonId', id) };
  if (type === 'RiskDefinition') return risksOf(service, 'globalRiskDefinitionId', id);
  if (type !== 'RiskViolation') return {};
  const [rule, entity] = await Promise.all([
    optional(service, `/v1/risk-definitions/${object.globalRiskDefinitionId}`),
    optional(service, `${pathOf.get(object.entityType)}/${object.globalEntityId}`),
  ]);
  return { rule, entity };
}

/** Owners shown at most. */
const mostOwners = 5;

async function accountParts(service: ServiceRequests, account: Body): Promise<Parts> {
  const { enrichedPersonId: person, enrichedOwnerAccountIds: owners = [] } = account;
  const [ofPerson, ...ofOwners] = await Promise.all([
    person === undefined ? undefined : optional(service, `/v1/persons/${person}`),
    ...owners.slice(0, mostOwners).map((owner: string) => optional(service, `/v1/accounts/${owner}`)),
  ]);
  return {
    ...(ofPerson && { person: ofPerson }),
    ...(ofOwners.length > 0 && { owners: ofOwners, ownerCount: owners.length }),
  };
}

/** An object that may be absent, or not visible to the client. */
async function optional(service: ServiceRequests, path: string): Promise<Body> {
  return service.send({ path }).catch(() => undefined);
}

const listFields: Readonly<Record<string, string>> = {
  '/v1/accounts':
    'globalId,alias,email,type,subType,enabled,isAdmin,lastActivityDate,analyticsIsDormant,analyticsRoleCount,analyticsUserGroupCount,analyticsResourceInstanceCount,analyticsAccessRiskPosture,objectMetadata',
  '/v1/risk-violations': 'globalId,riskDefinitionId,severity,status,description,entityType,globalEntityId,detectedAt',
};

async function listOf(
  service: ServiceRequests,
  path: string,
  field: string,
  id: string,
  more: Body[] = [],
): Promise<unknown> {
  const filter = JSON.stringify([{ field, filterType: 'eq', values: [id] }, ...more]);
  const { items, totalCount } = await service.send({
    path,
    query: { filter, fields: listFields[path], pageSize: 20, skip: 0 },
  });
  return { totalCount, items };
}

async function risksOf(service: ServiceRequests, field: string, id: string): Promise<Parts> {
  const open = { field: 'status', filterType: 'eq', values: ['Open'] };
  return { openRisks: await listOf(service, '/v1/risk-violations', field, id, [open]) };
}

/** What leads on from an object directly, and what leads to it. */
async function graphParts(service: ServiceRequests, id: string): Promise<Parts> {
  const [reaches, reachedBy] = await Promise.all(
    ['Reaches', 'ReachedBy'].map(async direction => {
      const query = { direction, depth: 1, perNode: 15 };
      const graph = await service.send({ path: `/v1/access-graph/${id}`, query });
      const steps = graph.steps.map(({ kind, permissions, from, to }: Body) => {
        const { objectId, objectType, objectName } = graph.nodes[direction === 'Reaches' ? to : from];
        return { kind, objectType, objectName, objectId, ...(permissions.length > 0 && { permissions }) };
      });
      return { stepCount: graph.nodes[0].stepCount, steps };
    }),
  );
  return { directlyReaches: reaches, directlyReachedBy: reachedBy };
}
