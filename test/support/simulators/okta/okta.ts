// A simulated Okta organisation: its sign-in, its limits for each endpoint, and its endpoints over a state.
import { type Simulator, startSimulator } from '../simulator.ts';
import { oktaError, tooMany } from './answers.ts';
import { oktaRoutes } from './routes.ts';
import { createServiceSignIn, type ServiceApp } from './service-app.ts';
import { emptyState, type OktaState } from './state.ts';

export const oktaToken = '00token-of-the-tests';

export interface OktaSimulator extends Simulator {
  readonly state: OktaState;
  /** The id of the next object that is created; undefined: made up. */
  nextId: string | undefined;
  /** The time that objects and events get. */
  clock: () => Date;
}

export interface OktaLimits {
  /** Requests of a window, by the part of the path after `/api/v1/`; `default` for all others. */
  readonly requests: Readonly<Record<string, number>>;
  readonly windowMs: number;
}

export interface OktaOptions {
  readonly limits?: OktaLimits;
  /** A service application that has to sign in, instead of the API token. */
  readonly serviceApp?: ServiceApp;
}

export async function startOkta(options: OktaOptions = {}): Promise<OktaSimulator> {
  const state = emptyState();
  const limiter = options.limits && createLimiter(options.limits);
  const signIn = options.serviceApp && createServiceSignIn(options.serviceApp);
  let made = 0;
  const world = {
    state,
    now: () => okta.clock().toISOString(),
    newId(prefix: string) {
      made += 1;
      const id = okta.nextId ?? `${prefix}made${made}`;
      okta.nextId = undefined;
      return id;
    },
  };
  const simulator = await startSimulator({
    routes: { ...oktaRoutes(world), ...(signIn && { 'POST /oauth2/v1/token': call => signIn.token(call) }) },
    before(call) {
      if (call.url.pathname === '/oauth2/v1/token') return undefined;
      if (signIn) return signIn.refusal(call) ?? limiter?.(call.url.pathname);
      if (call.headers.authorization !== `SSWS ${oktaToken}`)
        return oktaError(401, 'E0000011', 'Invalid token provided');
      return limiter?.(call.url.pathname);
    },
    missing: call =>
      oktaError(404, 'E0000022', `The endpoint does not support the provided HTTP method ${call.method}`),
    headers: ({ url }) => ({ date: okta.clock().toUTCString(), ...limiter?.stated(url.pathname) }),
  });
  const okta: OktaSimulator = Object.assign(simulator, { state, nextId: undefined, clock: () => new Date() });
  return okta;
}

/** Counts the requests of each endpoint in fixed windows, as Okta does. */
function createLimiter({ requests, windowMs }: OktaLimits) {
  const windows = new Map<string, { start: number; count: number }>();
  const nameOf = (pathname: string) => pathname.split('/').filter(Boolean)[2] ?? 'default';
  const limitOf = (name: string) => requests[name] ?? requests['default'] ?? 600;
  const windowOf = (name: string) => {
    const start = Math.floor(Date.now() / windowMs) * windowMs;
    const window = windows.get(name);
    const current = window?.start === start ? window : { start, count: 0 };
    windows.set(name, current);
    return current;
  };
  // The header has whole seconds; a shorter window is stated in milliseconds since 1970, which clients tell apart by its size.
  const resetOf = (start: number) => (windowMs % 1000 === 0 ? Math.ceil((start + windowMs) / 1000) : start + windowMs);
  const limit = (pathname: string) => {
    const name = nameOf(pathname);
    const window = windowOf(name);
    window.count += 1;
    return window.count > limitOf(name) ? tooMany(resetOf(window.start)) : undefined;
  };
  return Object.assign(limit, {
    stated(pathname: string) {
      const name = nameOf(pathname);
      const { start, count } = windowOf(name);
      return {
        'x-rate-limit-limit': String(limitOf(name)),
        'x-rate-limit-remaining': String(Math.max(0, limitOf(name) - count)),
        'x-rate-limit-reset': String(resetOf(start)),
      };
    },
  });
}
