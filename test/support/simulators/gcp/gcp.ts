// Simulated APIs of Google Cloud over one state: places, service accounts with keys, roles, policies and their search.
import { type Answer, type Call, type Routes, type Simulator, startSimulator } from '../simulator.ts';

export const gcpToken = 'ya29.token-of-the-tests';

export type Item = Record<string, unknown>;

export interface GcpState {
  readonly organizations: Item[];
  readonly folders: Item[];
  readonly projects: Item[];
  /** Project id → its service accounts. */
  readonly serviceAccounts: Map<string, Item[]>;
  /** E-mail address → keys. */
  readonly keys: Map<string, Item[]>;
  /** Project id → API keys. */
  readonly apiKeys: Map<string, Item[]>;
  /** Organisation, project, or '' for Google's own → roles. */
  readonly roles: Map<string, Item[]>;
  /** Resource, such as `projects/shop`, an e-mail address or a bucket → its policy. */
  readonly policies: Map<string, Item>;
  readonly buckets: Map<string, Item[]>;
  /** Project id → pools of workload identities. */
  readonly workloadPools: Map<string, Item[]>;
  /** Name of a pool → its providers. */
  readonly workloadProviders: Map<string, Item[]>;
  /** Project id → clusters of Kubernetes, and the zones that did not answer. */
  readonly clusters: Map<string, Item[]>;
  readonly missingZones: string[];
  /** Scope → results of the search. */
  readonly found: Map<string, Item[]>;
  /** Beginnings of paths that are refused. */
  readonly forbidden: Set<string>;
}

export interface GcpSimulator extends Simulator {
  readonly state: GcpState;
}

export const emptyCloud = (): GcpState => ({
  ...{ organizations: [], folders: [], projects: [], serviceAccounts: new Map(), keys: new Map(), apiKeys: new Map() },
  ...{ roles: new Map(), policies: new Map(), buckets: new Map(), found: new Map(), forbidden: new Set() },
  ...{ workloadPools: new Map(), workloadProviders: new Map(), clusters: new Map(), missingZones: [] },
});

/** google.aip.dev/193 */
const failure = (code: number, status: string, message: string): Answer => ({
  ...{ status: code, body: { error: { code, message, status } } },
});

export async function startGcp(): Promise<GcpSimulator> {
  const state = emptyCloud();
  const simulator = await startSimulator({
    routes: routesOf(state),
    before(call, route) {
      if (route === 'POST /token') return undefined;
      if (call.headers.authorization !== `Bearer ${gcpToken}`)
        return failure(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.');
      const isForbidden = [...state.forbidden].some(path => call.url.pathname.startsWith(path));
      return isForbidden ? failure(403, 'PERMISSION_DENIED', `Permission denied on ${call.url.pathname}`) : undefined;
    },
    missing: call => failure(404, 'NOT_FOUND', `${call.url.pathname} was not found`),
  });
  return Object.assign(simulator, { state });
}

/** A page; an empty list is left out, as Google does. The token is where the page begins. */
function listed(call: Call, member: string, items: readonly unknown[] = [], more: Item = {}): Answer {
  const size = Number(call.url.searchParams.get('pageSize') ?? call.url.searchParams.get('maxResults') ?? items.length);
  const start = Number(call.url.searchParams.get('pageToken') ?? 0);
  const page = items.slice(start, start + size);
  const end = start + size < items.length ? { nextPageToken: String(start + size) } : {};
  return { body: { ...more, ...(page.length > 0 && { [member]: page }), ...end } };
}

const named = (items: readonly Item[], name: string): Answer => {
  const item = items.find(each => each['name'] === name || `projects/${each['projectId']}` === name);
  return item ? { body: item } : failure(403, 'PERMISSION_DENIED', 'The caller does not have permission');
};

/** Only pools that federate have providers. */
function providers(state: GcpState, call: Call): Answer {
  const { number, pool } = call.params;
  const name = `projects/${number}/locations/global/workloadIdentityPools/${pool}`;
  const known = [...state.workloadPools.values()].flat().find(each => each['name'] === name);
  if (known === undefined) return failure(404, 'NOT_FOUND', `${name} was not found`);
  return (known['mode'] ?? 'FEDERATION_ONLY') === 'FEDERATION_ONLY'
    ? listed(call, 'workloadIdentityPoolProviders', state.workloadProviders.get(name))
    : failure(400, 'INVALID_ARGUMENT', 'Providers are not supported in pools of this mode.');
}

function routesOf(state: GcpState): Routes {
  const parentOf = ({ url }: Call) => url.searchParams.get('parent') ?? '';
  const policy = (resource: string): Answer => ({ body: state.policies.get(resource) ?? { etag: 'ACAB' } });
  const below = (items: readonly Item[], parent: string) => items.filter(each => each['parent'] === parent);
  return {
    'POST /token': () => ({ body: { access_token: gcpToken, expires_in: 3599, token_type: 'Bearer' } }),
    'GET /v3/organizations/:id': call => named(state.organizations, `organizations/${call.params['id']}`),
    'GET /v3/projects/:id': call => named(state.projects, `projects/${call.params['id']}`),
    'GET /v3/folders': call => listed(call, 'folders', below(state.folders, parentOf(call))),
    'GET /v3/projects': call => listed(call, 'projects', below(state.projects, parentOf(call))),
    'POST /v3/:kind/:id[:]getIamPolicy': ({ params }) => policy(`${params['kind']}/${params['id']}`),
    'GET /v1/projects/:project/serviceAccounts': call =>
      listed(call, 'accounts', state.serviceAccounts.get(call.params['project']!)),
    'GET /v1/projects/:project/serviceAccounts/:email/keys': call =>
      listed(call, 'keys', state.keys.get(call.params['email']!)),
    'POST /v1/projects/:project/serviceAccounts/:email[:]getIamPolicy': ({ params }) => policy(params['email']!),
    'GET /v2/projects/:project/locations/global/keys': call =>
      listed(call, 'keys', state.apiKeys.get(call.params['project']!)),
    'GET /v1/projects/:project/locations/global/workloadIdentityPools': call =>
      listed(call, 'workloadIdentityPools', state.workloadPools.get(call.params['project']!)),
    'GET /v1/projects/:number/locations/global/workloadIdentityPools/:pool/providers': call => providers(state, call),
    'GET /v1/projects/:project/locations/-/clusters': ({ params }) => {
      const clusters = state.clusters.get(params['project']!) ?? [];
      const { missingZones } = state;
      return { body: { ...(clusters.length > 0 && { clusters }), ...(missingZones.length > 0 && { missingZones }) } };
    },
    'GET /v1/roles': call => listed(call, 'roles', state.roles.get(parentOf(call))),
    'GET /v1/:kind/:id[:]searchAllIamPolicies': call =>
      listed(call, 'results', state.found.get(`${call.params['kind']}/${call.params['id']}`)),
    'GET /storage/v1/b': call =>
      listed(call, 'items', state.buckets.get(call.url.searchParams.get('project') ?? ''), { kind: 'storage#buckets' }),
    'GET /storage/v1/b/:bucket/iam': ({ params }) => policy(params['bucket']!),
  };
}
