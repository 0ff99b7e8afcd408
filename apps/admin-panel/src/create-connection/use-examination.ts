import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ApiFailure } from '../api/api-failure';
import type { CreatedConnection, ShopExamination } from '../api/representations';
import { request } from '../api/request';
import { useChange } from '../data/use-change';

/** What the service was asked to verify. */
interface EnteredShop {
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

/** With address and credentials: verified now. Otherwise a token for the plugin. */
interface Creation extends EnteredShop {
  tenant_id: string;
}

/** Creates a connection. When the shop does not confirm the credentials, the shop doctor looks for the reason at once. */
export function useCreation(onCreated: (created: CreatedConnection) => void) {
  const change = useChange<CreatedConnection>(onCreated);
  const { enter, examination } = useExamination(change.failure);
  return {
    create: (creation: Creation) => {
      enter(creation);
      change.run('POST', 'connections', creation);
    },
    examination,
    failure: change.failure,
    isPending: change.isPending,
  };
}
