// A simulated tenant: its token endpoint, Microsoft Graph with batches, delays and limits, and Azure Resource Manager, over one state.
import type { KeyObject } from 'node:crypto';
import { jwtVerify } from 'jose';
import { type Answer, type Call, type Routes, type Simulator, startSimulator } from '../simulator.ts';
import { graphError, tooMany } from './answers.ts';
import { azureRoutes } from './azure-routes.ts';
import { createDeltas } from './delta.ts';
import { graphRoutes, type World } from './routes.ts';
import { type EntraState, emptyState } from './state.ts';

export const tenantId = '00000000-0000-4000-8000-00000000000a';
export const clientId = '00000000-0000-4000-8000-00000000c11e';
export const clientSecret = 'secret~of~the~tests';

export interface EntraSimulator extends Simulator {
  readonly azure: Simulator;
  readonly state: EntraState;
  /** The requests of the token endpoint. */
  readonly tokenRequests: Record<string, string>[];
  /** The most objects in a page. */
  pageSize: number;
  /** How many requests after a change still see what was before it. */
  lag: number;
  /** Requests that Graph answers within a second; undefined: any number. */
  limit: number | undefined;
  /** How many requests were refused because of the limit. */
  refusals: number;
  clock: () => Date;
  /** Tokens of delta queries are not known any more. */
  forgetDeltas(): void;
}

export async function startEntra(): Promise<EntraSimulator> {
  const state = emptyState();
  const deltas = createDeltas(() => entra.pageSize);
  let [made, lagging] = [0, 0];
  let staleState: EntraState | undefined;
  const world: World = {
    ...{ state, deltas },
    get seen() {
      return staleState ?? state;
    },
    now: () => entra.clock().toISOString(),
    newId: () => {
      made += 1;
      return `00000000-0000-4000-8000-${String(made).padStart(12, 'e')}`;
    },
    pageSize: () => entra.pageSize,
  };
  const limiter = createLimiter(() => entra);
  /** Graph answers reads from copies that learn of changes later. */
  const remember = ({ method, url }: Call) => {
    const isChange = method !== 'GET' && !url.pathname.endsWith('/$batch') && !url.pathname.endsWith('/token');
    if (isChange && entra.lag > 0) {
      staleState = structuredClone(state);
      lagging = entra.lag;
    } else if (method === 'GET' && staleState) {
      if (lagging === 0) staleState = undefined;
      lagging -= 1;
    }
  };
  const routes = graphRoutes(world);
  const graph = await startSimulator({
    routes: { ...tokenRoutes(() => entra), ...batchRoute(routes, () => entra), ...routes },
    before(call) {
      if (call.url.pathname.endsWith('/token')) return undefined;
      remember(call);
      return unauthorized(call, 'graph') ?? limiter(call);
    },
    missing: ({ url }) => graphError(400, 'BadRequest', `Resource not found for the segment '${url.pathname}'.`),
    headers: () => ({ date: entra.clock().toUTCString() }),
  });
  const azure = await startSimulator({
    routes: azureRoutes(world),
    before: call => unauthorized(call, 'azure'),
    missing: ({ url }) => graphError(404, 'InvalidResourceType', `The resource ${url.pathname} could not be found.`),
  });
  const closeGraph = graph.close;
  const entra: EntraSimulator = Object.assign(graph, {
    ...{ azure, state, tokenRequests: [], pageSize: 999, lag: 0, limit: undefined, refusals: 0 },
    ...{ clock: () => new Date(), forgetDeltas: () => deltas.forget() },
    async close() {
      await closeGraph();
      await azure.close();
    },
  });
  return entra;
}

const unauthorized = ({ headers }: Call, service: string): Answer | undefined =>
  headers.authorization === `Bearer ${service}-token`
    ? undefined
    : graphError(401, 'InvalidAuthenticationToken', 'Access token is empty, expired or for another audience.');

/** Tokens are for the service that the scope names. The assertion of a certificate is checked as Entra does. */
function tokenRoutes(entra: () => EntraSimulator): Routes {
  return {
    'POST /:tenant/oauth2/v2.0/token': ({ body, params }) => {
      const form = body as Record<string, string>;
      entra().tokenRequests.push(form);
      if (params['tenant'] !== tenantId)
        return { status: 400, body: { error: 'invalid_request', error_description: 'AADSTS90002: Tenant not found.' } };
      const isSigned = form['client_assertion'] !== undefined;
      if (form['client_id'] !== clientId || (!isSigned && form['client_secret'] !== clientSecret))
        return {
          status: 401,
          body: { error: 'invalid_client', error_description: 'AADSTS7000215: Invalid client secret provided.' },
        };
      const service = form['scope'] === `${entra().azure.url}/.default` ? 'azure' : 'graph';
      return {
        body: { token_type: 'Bearer', expires_in: 3599, ext_expires_in: 3599, access_token: `${service}-token` },
      };
    },
  };
}

/** @throws when the assertion of a token request is not signed as Entra wants it */
export const verifyAssertion = (form: Record<string, string>, key: KeyObject, audience: string) =>
  jwtVerify(form['client_assertion']!, key, { issuer: clientId, subject: clientId, audience });

/** Up to twenty requests in one, each with its own status. */
function batchRoute(routes: Routes, entra: () => EntraSimulator): Routes {
  const table = Object.entries(routes).map(([route, handle]) => {
    const [method, path] = route.split(' ') as [string, string];
    return { route, method, pattern: new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`), handle };
  });
  const answerOne = (call: Call, { id, method, url }: { id: string; method: string; url: string }) => {
    const address = new URL(`/v1.0${url}`, call.url);
    const entry = table.find(each => each.method === method && each.pattern.test(address.pathname));
    if (!entry) return { id, ...graphError(400, 'BadRequest', `Resource not found for the segment '${url}'.`) };
    const groups = entry.pattern.exec(address.pathname)!.groups ?? {};
    const params = Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]));
    const inner: Call = { ...call, method, url: address, params, body: undefined };
    const answer = entra().fault?.(inner, entry.route) ?? entry.handle(inner);
    return { id, status: 200, ...answer };
  };
  return {
    'POST /v1.0/\\$batch': call => {
      const { requests } = call.body as { requests: { id: string; method: string; url: string }[] };
      if (requests.length > 20) return graphError(400, 'BadRequest', 'The batch has more than 20 requests.');
      // Answers come in any order.
      return { body: { responses: requests.map(request => answerOne(call, request)).toReversed() } };
    },
  };
}

function createLimiter(entra: () => EntraSimulator) {
  let [second, count] = [0, 0];
  return (_call: Call): Answer | undefined => {
    const { limit: most } = entra();
    if (most === undefined) return undefined;
    const now = Math.floor(Date.now() / 1000);
    count = now === second ? count + 1 : 1;
    second = now;
    if (count <= most) return undefined;
    entra().refusals += 1;
    return tooMany(1);
  };
}
