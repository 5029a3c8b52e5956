// The tools of effective access: who reaches an object, what an account reaches, through what, and whom a machine identity can act as.
import { z } from 'zod';
import { objectTypes } from '../../../resources/types/enumerations.ts';
import { fitted, fittedPage } from '../framed-answer.ts';
import { type Body, locateObject, refused, type ServiceRequests } from '../service-requests.ts';
import { defineVersionTool, globalIdInput, pageSizeOf, token } from './tool.ts';

/** Types whose accounts can be listed → the path of their collection. */
const reachable: Readonly<Record<string, string>> = {
  ResourceInstance: '/v1/resource-instances',
  Role: '/v1/roles',
  UserGroup: '/v1/user-groups',
  AssignedApplication: '/v1/assigned-applications',
  IntegratedApplication: '/v1/integrated-applications',
};

/** Types from which paths begin → the path of their collection. */
const beginnings: Readonly<Record<string, string>> = {
  Account: '/v1/accounts',
  UserGroup: '/v1/user-groups',
  Role: '/v1/roles',
  PermissionSet: '/v1/permission-sets',
};

const paths = z.int().min(0).max(5).default(3).describe('For how many of the items paths are shown');
const stepsThatEnd =
  '`stepsThatEndAccess` are the memberships and grants that every path needs: taking away any one of them ends the access.';

export const whoCanReachTool = defineVersionTool({
  name: 'who_can_reach',
  title: 'Who can reach an object',
  description: `List the accounts that reach a resource, role, user group or application, over any number of steps, with what they may do, and through which paths. With \`accountId\`, only the paths of this account. ${stepsThatEnd}`,
  input: z.strictObject({
    id: globalIdInput('the resource, role, user group or application'),
    accountId: globalIdInput('one account').optional(),
    paths,
    pageSize: pageSizeOf(20),
    token,
  }),
  example: { id: '6f0c3a52-6f0c-5a52-8f0c-3a526f0c3a52', paths: 2 },
  async answer(service, { id, accountId, paths: shown, pageSize, token: pageToken }) {
    const object = await locateObject(service, id);
    if (accountId !== undefined)
      return { data: { object, ...(await pathsBetween(service, '/v1/accounts', accountId, object.objectId)) } };
    const path = reachable[object.objectType];
    if (!path)
      throw refused(
        'BAD_REQUEST',
        `id: it is of type ${object.objectType}; possible are ${Object.keys(reachable).join(', ')}`,
      );
    const page = await fittedPage(pageSize, size =>
      service.send({ path: `${path}/${object.objectId}/accounts`, query: { pageSize: size, pageToken } }),
    );
    const ids = page.items.map(item => (item as Body).accountId as string);
    const details = await pathsOf(
      service,
      '/v1/accounts',
      ids.slice(0, shown).map(account => [account, object.objectId]),
    );
    return { data: { object, accounts: page.items, paths: details }, next: page.next };
  },
});

export const whatCanReachTool = defineVersionTool({
  name: 'what_can_reach',
  title: 'What an account, group or role can reach',
  description: `List what an account reaches: groups, roles, applications and resources, over any number of steps, with what it may do there, and through which paths. With \`objectId\`, only the paths from an account, user group, role or permission set to this object. ${stepsThatEnd}`,
  input: z.strictObject({
    id: globalIdInput('the account; with `objectId` also of a user group, role or permission set'),
    objectId: globalIdInput('one object').optional(),
    objectType: z.enum(objectTypes).optional().describe('Only objects of this type'),
    paths,
    pageSize: pageSizeOf(20),
    token,
  }),
  example: { id: '6f0c3a52-6f0c-5a52-8f0c-3a526f0c3a52', objectType: 'ResourceInstance' },
  async answer(service, { id, objectId, objectType, paths: shown, pageSize, token: pageToken }) {
    const beginning = await locateObject(service, id);
    const path = beginnings[beginning.objectType];
    if (!path)
      throw refused(
        'BAD_REQUEST',
        `id: it is of type ${beginning.objectType}; possible are ${Object.keys(beginnings).join(', ')}`,
      );
    if (objectId !== undefined) return { data: await pathsBetween(service, path, beginning.objectId, objectId) };
    if (beginning.objectType !== 'Account')
      throw refused(
        'BAD_REQUEST',
        `id: it is of type ${beginning.objectType}, for which \`objectId\` is needed; \`get\` shows what it reaches directly`,
      );
    const page = await fittedPage(pageSize, size =>
      service.send({ path: `${path}/${beginning.objectId}/access`, query: { pageSize: size, pageToken, objectType } }),
    );
    const ids = page.items.map(item => (item as Body).objectId as string);
    const details = await pathsOf(
      service,
      path,
      ids.slice(0, shown).map(object => [beginning.objectId, object]),
    );
    return { data: { account: beginning, objects: page.items, paths: details }, next: page.next };
  },
});

/** Characters of the paths to or from one object, in a list. */
const longestPaths = 1200;

function pathsOf(service: ServiceRequests, path: string, pairs: readonly (readonly [from: string, to: string])[]) {
  return Promise.all(
    pairs.map(async ([from, to]) => fitted(await pathsBetween(service, path, from, to, 1), longestPaths)),
  );
}

async function pathsBetween(
  service: ServiceRequests,
  path: string,
  from: string,
  to: string,
  limit = 5,
): Promise<object> {
  const found = await service.send({
    path: `${path}/${from.toLowerCase()}/access/${to.toLowerCase()}/paths`,
    query: { limit },
  });
  const { account, object, permissions, isComplete, criticalSteps, denials } = found;
  return {
    ...{ from: account, to: object, permissions },
    paths: found.paths.map(({ steps, ...rest }: Body) => ({ ...rest, steps: steps.map(viewStep) })),
    ...(limit > 1 && { areAllPathsShown: isComplete }),
    stepsThatEndAccess: criticalSteps?.map(viewStep) ?? 'not known: the graph between the two is too large',
    ...(denials.length > 0 && { denials: denials.map(viewStep) }),
  };
}

function viewStep({ kind, id, from, to, permissions }: Body): object {
  return { kind, id, from: viewEnd(from), to: viewEnd(to), ...(permissions && { permissions }) };
}

const viewEnd = ({ objectType, objectName, objectId }: Body) => ({ type: objectType, name: objectName, id: objectId });

export const blastRadiusTool = defineVersionTool({
  name: 'blast_radius',
  title: 'Whom a machine identity can act as',
  description:
    'How many other accounts a machine identity, token or key can act as, directly or through others, by application instance, and example chains with the reason of each step. Of a person’s account, only the number. An absent count is not known; it is not zero.',
  input: z.strictObject({
    id: globalIdInput('the account'),
    chains: z.int().min(0).max(20).default(5).describe('Example chains to show at most'),
  }),
  example: { id: '6f0c3a52-6f0c-5a52-8f0c-3a526f0c3a52' },
  async answer(service, { id, chains }) {
    const located = await locateObject(service, id);
    if (located.objectType !== 'Account')
      throw refused('BAD_REQUEST', `id: it is of type ${located.objectType}; an account is needed`);
    const account = await service.send({ path: `/v1/accounts/${located.objectId}` });
    if (account.type !== 'Machine' && account.type !== 'Token') {
      const count = account.analyticsImpersonatableAccountsCount ?? 'not known';
      return { data: { account: located, type: account.type, count } };
    }
    const radius = await service.send({ path: `/v1/non-human-identities/${located.objectId}/blast-radius` });
    const shown = {
      count: radius.count ?? 'not known',
      counts: radius.counts,
      chains: fitted(radius.chains.slice(0, chains), 12_000),
    };
    return {
      data: {
        account: located,
        type: account.type,
        ...shown,
        chainsNotShown: Math.max(0, radius.chains.length - chains),
      },
    };
  },
});
