// Caching and repeating of requests.
import { QueryClient } from '@tanstack/react-query';
import { currentSession, sessionState } from '../session/session.ts';
import { ApiError } from './api-error.ts';

const attempts = 3;
const transientRetryMs = 5000;

/** Errors that may be gone a moment later. */
function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 429 || error.status === 503);
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: true,
      // The banner says that the service is unavailable, and reads are repeated when it is back.
      networkMode: 'always',
      // While the first version is being made, and while the service is busy, reads are repeated.
      refetchInterval: ({ state: { error } }) => (isTransient(error) ? transientRetryMs : false),
      retry: (count, error) => count + 1 < attempts && isTransient(error),
    },
    mutations: { networkMode: 'always' },
  },
});

// The developer tools of TanStack Query read it there.
Object.assign(globalThis, { __TANSTACK_QUERY_CLIENT__: queryClient });

/** When another person signs in, drop what the former one could read, and read again what the page shows. */
export function watchPerson(): () => void {
  let former = currentSession()?.name;
  return sessionState.subscribe(() => {
    const name = currentSession()?.name;
    if (name === undefined || name === former) return;
    former = name;
    queryClient.removeQueries({ type: 'inactive' });
    void queryClient.resetQueries();
  });
}
