import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiFailure } from '../api/api-failure';
import { request } from '../api/request';
import { loadSession } from '../session/session';

interface Change {
  method: string;
  path: string;
  body?: unknown;
  ifMatch?: string | null;
}

/** Changes something through the API and then reads again everything that is shown, the own account included, because one change can show in several places. */
export function useChange<T = null>(onDone: (response: T) => void) {
  const cache = useQueryClient();
  const isRunning = useRef(false);
  const { mutate, error, isPending } = useMutation({
    // A response may hold a secret that is shown once: the cache drops it together with what shows it.
    gcTime: 0,
    mutationFn: ({ method, path, ...sent }: Change) => request<T>(method, path, sent),
    onSuccess: async (response) => {
      onDone(response);
      await Promise.all([cache.invalidateQueries(), loadSession()]);
    },
    // What is shown is no longer true.
    onError: (error) => {
      if (error instanceof ApiFailure && error.kind === 'changed') void cache.invalidateQueries();
    },
    onSettled: () => void (isRunning.current = false),
  });
  return {
    /** Does nothing while an earlier change runs: a double click is faster than the button that it disables. */
    run: (method: string, path: string, body?: unknown, ifMatch?: string | null) => {
      if (isRunning.current) return;
      isRunning.current = true;
      mutate({ method, path, body, ifMatch });
    },
    failure: error,
    isPending,
  };
}
