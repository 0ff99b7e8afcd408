import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ApiFailure } from '../api/api-failure';
import { request } from '../api/request';
import type { ShopExamination } from '../api/representations';

/** What the service was asked to verify. */
export interface EnteredShop {
  system_slug: string;
  base_url?: string;
  credentials?: Readonly<Record<string, string>>;
}

/** When a shop does not confirm what was entered, the shop doctor looks for the reason at once. `failure`: of the request that verifies. */
export function useExamination(failure: ApiFailure | null) {
  const sent = useRef<EnteredShop | null>(null);
  const {
    mutate: examine,
    reset,
    ...examination
  } = useMutation({
    // The variables hold credentials: the cache drops them together with the form.
    gcTime: 0,
    mutationFn: ({ system_slug, base_url, credentials }: EnteredShop) =>
      request<ShopExamination>('POST', 'shop-examinations', { body: { system_slug, base_url, credentials } }),
  });
  useEffect(() => {
    if (failure?.kind === 'unverified' && sent.current) examine(sent.current);
  }, [failure, examine]);
  return {
    /** Before each request that verifies. */
    enter: (shop: EnteredShop) => {
      sent.current = shop;
      reset();
    },
    examination: { findings: examination.data ?? null, failure: examination.error },
  };
}
