// How pages call the service: `useApi` and `apiQuery` for reads, `api` for everything else. A request is authenticated by the session. When the
// session has ended, the request waits until somebody has signed in again, and is sent once more: nothing that was typed is lost.
import createQueryHooks from 'openapi-react-query';
import { createClient } from '../../../clients/typescript/index.ts';
import { currentSession, type Session, sessionEnded, sessionState, signedInAgain } from '../session/session.ts';
import { findSession } from '../session/sign-in.ts';
import { type ApiError, errorOf, Unreachable } from './api-error.ts';
import { answered, notAnswered, watchAnswer, whenLost } from './reachability.ts';

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Statuses with which a reverse proxy answers while the service is down. */
const awayStatuses = new Set([502, 504]);

/**
 * `fetch` with the session's authentication.
 * @throws ApiError for every answer that is an error, Unreachable when none arrives
 */
export async function authenticatedFetch(request: Request): Promise<Response> {
  for (;;) {
    if (sessionState.get().is === 'ended') await signedInAgain(request.signal);
    const response = await send(request.clone());
    if (response.status === 401 && currentSession()) {
      sessionEnded();
      continue;
    }
    if (response.ok) return response;
    const error = await errorOf(response);
    if (isOfFormerSession(error) && (await isRenewed())) continue;
    throw error;
  }
}

/** The cookie is that of a newer session, which began in another window. */
function isOfFormerSession({ status, details }: ApiError): boolean {
  return status === 403 && details?.['csrf'] === 'token';
}

/** Use the newer session. @returns whether the request may be sent again: the newer session is of the same person */
async function isRenewed(): Promise<boolean> {
  const former = currentSession();
  await findSession();
  const session = currentSession();
  return session?.name === former?.name && tokenOf(session) !== tokenOf(former);
}

const tokenOf = (session: Session | undefined) => session && 'csrfToken' in session.by && session.by.csrfToken;

async function send(request: Request): Promise<Response> {
  const by = currentSession()?.by;
  if (by && 'token' in by) request.headers.set('authorization', `Bearer ${by.token}`);
  if (by && 'csrfToken' in by && !safe.has(request.method)) request.headers.set('x-csrf-token', by.csrfToken);
  // The outcome of a change is unknown until its answer arrives, so only reads stop waiting for a service that hangs.
  const signal = safe.has(request.method) ? AbortSignal.any([request.signal, whenLost()]) : request.signal;
  const begun = watchAnswer();
  try {
    const response = await fetch(request, { signal });
    if (awayStatuses.has(response.status)) notAnswered();
    else answered();
    return response;
  } catch (error) {
    if (request.signal.aborted) throw error;
    notAnswered();
    throw new Unreachable(error);
  } finally {
    begun();
  }
}

/** The client of the API (clients/typescript). Its methods throw instead of returning `error`. */
export const api = createClient({ baseUrl: globalThis.location.origin, fetch: authenticatedFetch });

const hooks = createQueryHooks(api);

/** A read for a component: `useApi('get', '/v1/accounts/{id}', { params: { path: { id } } })`. */
export const useApi = hooks.useQuery;

/** The same as options for `useQuery`, `useQueries`, `queryClient.fetchQuery`. */
export const apiQuery = hooks.queryOptions;
