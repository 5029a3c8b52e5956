// The endpoints of Azure Resource Manager that the connector uses (learn.microsoft.com/rest/api/azure).
import type { Answer, Call, Routes } from '../simulator.ts';
import { graphError, page } from './answers.ts';
import { values, type World } from './routes.ts';
import type { EntraState, Item } from './state.ts';

/** Lists of Azure name the next page `nextLink`. */
function azureList(world: World, call: Call, items: readonly Item[]): Answer {
  const { body } = page(call, items, { limit: world.pageSize() });
  const { value, '@odata.nextLink': nextLink } = body as Record<string, unknown>;
  return { body: { value, ...(nextLink !== undefined && { nextLink }) } };
}

const unauthorized =
  "The client does not have authorization to perform action 'Microsoft.Resources/subscriptions/read' over scope.";

type Lists = 'azureAssignments' | 'azureDenials' | 'azureDefinitions';

const scopeOf = ({ url }: Call) =>
  decodeURIComponent(url.pathname).split('/providers/Microsoft.Authorization')[0]!.replace(/^\/+/, '');

export function azureRoutes(world: World): Routes {
  const { state } = world;
  const scoped = (lists: Lists) => (call: Call) => azureList(world, call, state[lists].get(scopeOf(call)) ?? []);
  const authorization = (base: string): Routes => ({
    [`GET ${base}/providers/Microsoft.Authorization/roleAssignments`]: scoped('azureAssignments'),
    [`GET ${base}/providers/Microsoft.Authorization/denyAssignments`]: scoped('azureDenials'),
    [`GET ${base}/providers/Microsoft.Authorization/roleDefinitions`]: scoped('azureDefinitions'),
  });
  const inSubscription = (lists: (of: EntraState) => ReadonlyMap<string, Item[]>) => (call: Call) =>
    azureList(world, call, lists(state).get(call.params['id']!) ?? []);
  const groups = '/providers/Microsoft.Management/managementGroups';
  return {
    // Versions of the address with two slashes are the same.
    ...authorization('/+subscriptions/:id'),
    ...authorization(`${groups}/:id`),
    [`GET ${groups}`]: call =>
      azureList(
        world,
        call,
        values(state.managementGroups).map(({ id, name, type, properties }) => ({ id, name, type, properties })),
      ),
    [`GET ${groups}/:id`]: call => {
      const group = values(state.managementGroups).find(({ name }) => name === call.params['id']);
      return group ? { body: group } : graphError(404, 'NotFound', `'${call.params['id']}' could not be found.`);
    },
    'GET /subscriptions': call =>
      azureList(
        world,
        call,
        values(state.subscriptions).filter(
          ({ subscriptionId }) => !state.hiddenSubscriptions.has(String(subscriptionId)),
        ),
      ),
    'GET /subscriptions/:id': ({ params: { id = '' } }) => {
      const subscription = state.subscriptions.get(id);
      if (state.hiddenSubscriptions.has(id)) return graphError(403, 'AuthorizationFailed', unauthorized);
      return subscription
        ? { body: subscription }
        : graphError(404, 'SubscriptionNotFound', `The subscription '${id}' could not be found.`);
    },
    'GET /subscriptions/:id/resource[gG]roups': inSubscription(of => of.resourceGroups),
    'GET /subscriptions/:id/providers/Microsoft.ManagedIdentity/userAssignedIdentities': inSubscription(
      of => of.identities,
    ),
    'GET (?<path>/subscriptions/.+)/federatedIdentityCredentials': call =>
      azureList(world, call, state.azureTrusts.get(call.params['path']!) ?? []),
  };
}
