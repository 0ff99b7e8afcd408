import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ApiFailure } from '../api/api-failure';
import { useText } from '../language/use-language';
import { FailureNotice } from './failure-notice';

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

/** Appears after a moment, so that a quick response does not flicker. */
export function Loading() {
  const t = useText();
  return (
    <p className="loading" role="status">
      {t('loading')}
    </p>
  );
}

/** Something that takes a while and cannot say how long. */
export function Waiting({ text }: { text: string }) {
  return (
    <div className="waiting">
      <progress aria-label={text} />
      <p>{text}</p>
    </div>
  );
}
