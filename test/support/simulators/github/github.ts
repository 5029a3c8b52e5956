// A simulated GitHub organisation: its sign-in, its limits, and its REST and GraphQL APIs over a state.
import { createPublicKey, type KeyObject } from 'node:crypto';
import { type Answer, type Call, type Routes, type Simulator, startSimulator } from '../simulator.ts';
import { githubError, limitReached, notFound } from './answers.ts';
import { graphqlAnswer } from './graphql.ts';
import { isSignedBy } from './jwt.ts';
import { githubRoutes } from './routes.ts';
import { emptyState, type GithubState } from './state.ts';

export const githubToken = 'ghp_token-of-the-tests';

export interface GithubSimulator extends Simulator {
  readonly state: GithubState;
  /** `Type.field` of GraphQL that are refused. */
  readonly denied: Set<string>;
  /** The number of the next object that is created; undefined: made up. */
  nextId: number | undefined;
  /** Login of whom the token belongs to. */
  caller: string | undefined;
  /** Requests that count for each limit. */
  readonly counted: { core: number; graphql: number };
  /** Ends all tokens of installations. */
  endTokens(): void;
  /** Begins a new window of the limits before its time. */
  nextWindow(): void;
}

export interface GithubOptions {
  /** Requests of a window: of REST, and points of GraphQL. */
  readonly limits?: { readonly core: number; readonly graphql: number; readonly windowMs: number };
  /** As GitHub Enterprise Server: REST at `/api/v3`, and GraphQL at `/api/graphql`. */
  readonly isEnterpriseServer?: boolean;
  /** A GitHub App that may sign in. */
  readonly app?: { readonly id: string; readonly installation: string; readonly publicKey: string };
}

type Limit = 'core' | 'graphql';
const limitOf = ({ url }: Call): Limit => (url.pathname.endsWith('/graphql') ? 'graphql' : 'core');

export async function startGithub(options: GithubOptions = {}): Promise<GithubSimulator> {
  const state = emptyState();
  const tokens = new Set<string>();
  const key: KeyObject | undefined = options.app && createPublicKey(options.app.publicKey);
  let made = 9000;
  const world = {
    state,
    now: () => '2026-02-10T12:00:00Z',
    newId() {
      made += 1;
      const id = github.nextId ?? made;
      github.nextId = undefined;
      return id;
    },
    caller: () => github.caller,
  };
  const windows = createWindows(options.limits);
  const isToken = (call: Call) =>
    [githubToken, ...tokens].some(token =>
      [`Bearer ${token}`, `token ${token}`].includes(call.headers.authorization ?? ''),
    );
  /** An answer that nothing has changed counts for no limit. */
  const counted = (routes: Routes): Routes =>
    Object.fromEntries(
      Object.entries(routes).map(([route, handle]) => {
        const answer = (call: Call) => {
          const given = handle(call);
          if (given.status === 304) windows.giveBack(limitOf(call));
          else github.counted[limitOf(call)] += 1;
          return given;
        };
        return [options.isEnterpriseServer ? onServer(route) : route, answer];
      }),
    );
  const simulator = await startSimulator({
    routes: counted({
      ...githubRoutes(world),
      'POST /graphql': call => graphqlAnswer({ state, denied: github.denied }, call),
      'POST /app/installations/:id/access_tokens': ({ params, headers }) => {
        const { app } = options;
        if (!app || !key || !isSignedBy(headers.authorization, key, app.id))
          return githubError(401, 'A JSON web token could not be decoded');
        if (params['id'] !== app.installation) return notFound;
        const token = `ghs_${tokens.size + 1}`;
        tokens.add(token);
        return {
          status: 201,
          body: { token, expires_at: new Date(Date.now() + 3_600_000).toISOString(), permissions: {} },
        };
      },
    }),
    before(call) {
      if (call.headers['user-agent'] === undefined)
        return { status: 403, body: 'Request forbidden by administrative rules.' };
      if (/^(\/api\/v3)?\/app\//.test(call.url.pathname)) return undefined;
      return isToken(call) ? windows.take(limitOf(call)) : githubError(401, 'Bad credentials');
    },
    missing: () => notFound,
    headers: call => windows.stated(limitOf(call)),
  });
  const github: GithubSimulator = Object.assign(simulator, {
    ...{ state, denied: new Set<string>(), nextId: undefined, caller: undefined, counted: { core: 0, graphql: 0 } },
    endTokens: () => tokens.clear(),
    nextWindow: windows.reset,
  });
  return github;
}

const onServer = (route: string) => route.replace(' /', route.endsWith(' /graphql') ? ' /api/' : ' /api/v3/');

/** Counts requests in fixed windows, as GitHub does each hour. */
function createWindows(limits: GithubOptions['limits']) {
  const current = { core: { start: 0, used: 0 }, graphql: { start: 0, used: 0 } };
  const windowMs = limits?.windowMs ?? 3_600_000;
  const windowOf = (limit: Limit) => {
    const start = Math.floor(Date.now() / windowMs) * windowMs;
    if (current[limit].start !== start) current[limit] = { start, used: 0 };
    return current[limit];
  };
  const mostOf = (limit: Limit) => limits?.[limit] ?? 5000;
  // A window that is shorter than a second is stated in milliseconds, which clients tell apart by the size of the number.
  const resetOf = ({ start }: { start: number }) =>
    windowMs % 1000 === 0 ? (start + windowMs) / 1000 : start + windowMs;
  return {
    reset() {
      current.core.used = 0;
      current.graphql.used = 0;
    },
    take(limit: Limit): Answer | undefined {
      const window = windowOf(limit);
      window.used += 1;
      return limits && window.used > mostOf(limit) ? limitReached(resetOf(window)) : undefined;
    },
    giveBack(limit: Limit): void {
      windowOf(limit).used -= 1;
    },
    stated(limit: Limit) {
      const window = windowOf(limit);
      return {
        ...{
          'x-ratelimit-limit': String(mostOf(limit)),
          'x-ratelimit-used': String(window.used),
          'x-ratelimit-resource': limit,
        },
        'x-ratelimit-remaining': String(limits ? Math.max(0, mostOf(limit) - window.used) : mostOf(limit)),
        'x-ratelimit-reset': String(resetOf(window)),
      };
    },
  };
}
