// Who is signed in. Either a cookie of the service authenticates the requests, or an access token that only this page holds in memory:
// it is gone when the page is loaded again.
import { createStore } from '../api/store.ts';

export type Role = 'viewer' | 'analyst' | 'administrator';
export type Scope = 'read' | 'annotate' | 'write' | 'admin';

export interface Session {
  /** Whom the session is for, as the service calls them. */
  readonly name: string;
  /** Who it is, as jobs have it (`requestedBy`). A token of an outside issuer does not say it. */
  readonly principal: string | undefined;
  readonly role: Role;
  readonly scopes: readonly Scope[];
  /** ISO 8601. */
  readonly expiresAt: string;
  /** How requests are authenticated. */
  readonly by: { readonly token: string } | { readonly csrfToken: string };
}

/**
 * `unknown`: not known yet. `ended`: the session ended while the page was in use; the page stays as it is, under a dialog that asks to
 * sign in again, and requests wait for that.
 */
export type SessionState =
  | { readonly is: 'unknown' }
  | { readonly is: 'signed-out' }
  | { readonly is: 'signed-in'; readonly session: Session }
  | { readonly is: 'ended'; readonly session: Session };

export const sessionState = createStore<SessionState>({ is: 'unknown' });

/** The session; it stays visible after its end, until somebody signs out. */
export function currentSession(): Session | undefined {
  const state = sessionState.get();
  return state.is === 'signed-in' || state.is === 'ended' ? state.session : undefined;
}

/** Whether the session may do what needs this scope. It decides what pages offer; the service decides what happens. */
export function may(scope: Scope, session = currentSession()): boolean {
  const scopes = session?.scopes ?? [];
  return scopes.includes(scope) || (scope === 'annotate' && scopes.includes('write'));
}

export function signedIn(session: Session): void {
  sessionState.set({ is: 'signed-in', session });
}

/** The service refused the session's authentication. */
export function sessionEnded(): void {
  const state = sessionState.get();
  if (state.is === 'signed-in') sessionState.set({ is: 'ended', session: state.session });
}

/** Resolves when somebody has signed in again. @throws the reason of the signal */
export function signedInAgain(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (sessionState.get().is === 'ended') return;
      stop();
      resolve();
    };
    const stop = sessionState.subscribe(look);
    signal.addEventListener('abort', () => {
      stop();
      reject(signal.reason);
    });
    look();
  });
}
