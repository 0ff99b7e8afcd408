import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiFailure } from '../api/api-failure';
import { isSessionMissing, loadSession } from '../session/session';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiFailure;
  }
}

const maxRetries = 2;
const passing: readonly string[] = ['offline', 'timeout', 'unavailable'];

/** The session may have ended elsewhere. */
const onError = (error: unknown) => {
  if (isSessionMissing(error)) void loadSession();
};

/** Reads are tried again when the reason may pass by itself. Changes are not, because the panel cannot know whether they were made. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      retry: (count, error) => count < maxRetries && error instanceof ApiFailure && passing.includes(error.kind),
      // Without it, the library would wait for the browser's guess instead of saying that the service cannot be reached.
      networkMode: 'always',
      staleTime: 1_000,
      // So that a list is there at once, with all of its pages, for a reader who comes back.
      gcTime: 30 * 60_000,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
