import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { SearchGroup } from '../api/representations';
import { request } from '../api/request';

const pauseMs = 250;
const minLength = 3;

/** What the service finds for the text, once the typing pauses. The text may be a person's address: it goes in a body, and is forgotten with the dialog. */
export function useSearch(typed: string) {
  const text = typed.trim();
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  const isTooShort = text.length < minLength;
  const isSettled = settled === text && !isTooShort;
  const query = useQuery({
    queryKey: ['search', settled],
    queryFn: ({ signal }) => request<{ data: SearchGroup[] }>('POST', 'search', { body: { text: settled }, signal }),
    enabled: isSettled,
    gcTime: 0,
  });
  // The result of another text is none of this one.
  const isOver = isSettled && !query.isFetching;
  return {
    isTooShort,
    groups: isOver ? query.data?.data : undefined,
    failure: isOver ? query.error : null,
    retry: () => void query.refetch(),
  };
}
