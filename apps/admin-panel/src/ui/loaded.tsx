import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ApiFailure } from '../api/api-failure';
import { FailureNotice } from './failure-notice';
import { Loading } from './loading';

interface LoadedProps<T> {
  query: UseQueryResult<T, ApiFailure>;
  /** What was read before stays without a word about why it cannot be read again. */
  isQuiet?: boolean;
  children: (data: T) => ReactNode;
}

/** What was read. Until then: that it is being read, or why it cannot be. */
export function Loaded<T>({ query, isQuiet = false, children }: LoadedProps<T>) {
  const { data, error, refetch } = query;
  return (
    <>
      {error && !(isQuiet && data !== undefined) && <FailureNotice failure={error} retry={() => void refetch()} />}
      {data === undefined ? !error && <Loading /> : children(data)}
    </>
  );
}
