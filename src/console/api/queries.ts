// Caching and repeating of requests.
import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const attempts = 3;

/** Errors that a moment later may be gone. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 429 || error.status === 503);
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      // The banner says that the service is away, and reads are repeated when it is back.
      networkMode: 'always',
      retry: (count, error) => count + 1 < attempts && isPassing(error),
    },
    mutations: { networkMode: 'always' },
  },
});
