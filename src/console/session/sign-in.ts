// The ways to begin and to end a session.
import { errorOf, Unreachable } from '../api/api-error.ts';
import { notAnswered, watchAnswer, whenLost } from '../api/reachability.ts';
import { currentSession, type Role, type Scope, type Session, sessionState, signedIn } from './session.ts';

export interface SignInMethods {
  /** An OpenID provider, by the name that is shown. */
  readonly openid: { readonly name: string } | null;
  /** Whether the service prints links that sign in once. */
  readonly link: boolean;
}

/** Find the session of the cookie, if there is one. It may be another one than before, of another person. */
export async function findSession(): Promise<void> {
  const session = await cookieSession();
  if (session) signedIn(session);
  else if (sessionState.get().is === 'unknown') sessionState.set({ is: 'signed-out' });
}

async function cookieSession(): Promise<Session | undefined> {
  const response = await request('/v1/session');
  // 404: a service without sign-in by cookie.
  if (response.status === 401 || response.status === 404) return undefined;
  if (!response.ok) throw await errorOf(response);
  const { csrfToken, ...session } = (await response.json()) as Omit<Session, 'by'> & { csrfToken: string };
  return { ...session, by: { csrfToken } };
}

export async function signInMethods(): Promise<SignInMethods> {
  const response = await request('/v1/sign-in-methods');
  if (response.status === 404 || response.status === 401) return { openid: null, link: false };
  if (!response.ok) throw await errorOf(response);
  return (await response.json()) as SignInMethods;
}

/** The address that begins signing in at the provider, and comes back to `place`. */
export function openIdAddress(place: string): string {
  return `/sign-in/start?${new URLSearchParams({ return: place })}`;
}

/**
 * The address of the page on which a link signs in; it leads to `place` afterwards. The page is asked for at this address, by whatever
 * name of the service the link was made.
 * @returns undefined when the text is no such link
 */
export function linkAddress(link: string, place: string): string | undefined {
  const url = URL.parse(link);
  const token = url?.pathname === '/sign-in/link' ? url.searchParams.get('token') : null;
  return token ? `/sign-in/link?${new URLSearchParams({ token, return: place })}` : undefined;
}

/** A client's id and secret are exchanged for a token (RFC 6749, section 4.4). @throws Error with the endpoint's reason */
export async function signInAsClient(clientId: string, clientSecret: string): Promise<void> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  });
  // With credentials, the browser itself would ask for a password when the endpoint refuses with a challenge.
  const response = await request('/oauth2/token', { method: 'POST', body, credentials: 'omit' });
  const answer = (await response.json().catch(() => ({}))) as {
    access_token?: string;
    expires_in?: number;
    scope?: string;
    error_description?: string;
  };
  if (!response.ok || answer.access_token === undefined) {
    throw new Error(answer.error_description ?? `the token endpoint answered with status ${response.status}`);
  }
  const expiresAt = new Date(Date.now() + (answer.expires_in ?? 0) * 1000).toISOString();
  begin(answer.access_token, { name: clientId, principal: clientId }, expiresAt, answer.scope ?? '');
}

/** An access token that was issued before, for example the output of `rolecall token`. @throws Error when it is none */
export async function signInWithToken(token: string): Promise<void> {
  const response = await request('/v1/sync-runs?pageSize=1', { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw await errorOf(response);
  const claims = claimsOf(token);
  const principal = claims['client_id'] ?? claims['sub'];
  const who = {
    name: String(principal ?? 'a token'),
    principal: principal === undefined ? principal : String(principal),
  };
  const expiresAt = new Date(Number(claims['exp'] ?? 0) * 1000).toISOString();
  begin(token, who, expiresAt, String(claims['scope'] ?? ''));
}

export async function signOut(): Promise<void> {
  const by = currentSession()?.by;
  if (by && 'csrfToken' in by) {
    const response = await request('/v1/session', { method: 'DELETE', headers: { 'x-csrf-token': by.csrfToken } });
    if (!response.ok && response.status !== 401) throw await errorOf(response);
  }
  sessionState.set({ is: 'signed-out' });
}

function begin(token: string, who: Pick<Session, 'name' | 'principal'>, expiresAt: string, granted: string): void {
  // A scope's name ends in the word: `https://rolecall.example.com/prod/read`.
  const words = granted.split(/\s+/).map(scope => scope.slice(scope.lastIndexOf('/') + 1));
  const scopes = (['read', 'annotate', 'write', 'admin'] as const).filter(scope => words.includes(scope));
  signedIn({ ...who, role: roleOf(scopes), scopes, expiresAt, by: { token } });
}

function roleOf(scopes: readonly Scope[]): Role {
  if (scopes.includes('admin')) return 'administrator';
  return scopes.includes('annotate') || scopes.includes('write') ? 'analyst' : 'viewer';
}

/** What a JWT says of itself. The service verifies it; here it is only shown. */
function claimsOf(token: string): Record<string, unknown> {
  try {
    const part = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(part), character => character.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
  } catch {
    return {};
  }
}

async function request(address: string, init?: RequestInit): Promise<Response> {
  const begun = watchAnswer();
  try {
    return await fetch(address, { signal: whenLost(), ...init });
  } catch (cause) {
    notAnswered();
    throw new Unreachable(cause);
  } finally {
    begun();
  }
}
