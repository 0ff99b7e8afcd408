import { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './api-failure';

const maxRetries = 2;
const passing: readonly string[] = ['offline', 'timeout', 'unavailable'];

/** Reads are tried again when the reason may pass by itself. Changes are not, because the panel cannot know whether they were made. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (count, error) => count < maxRetries && error instanceof ApiFailure && passing.includes(error.kind),
      // Without it, the library would wait for the browser's guess instead of saying that the service cannot be reached.
      networkMode: 'always',
      staleTime: 1_000,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
