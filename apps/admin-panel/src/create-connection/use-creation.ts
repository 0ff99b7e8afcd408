import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ApiFailure } from '../api/api-failure';
import { request } from '../api/request';
import type { CreatedConnection, ShopExamination } from '../api/representations';
import { useChange } from '../ui/use-change';

/** With address and credentials: verified now. Otherwise a token for the plugin. */
interface Creation {
  tenant_id: string;
  system_slug: string;
  base_url?: string;
  credentials?: Readonly<Record<string, string>>;
}

/** Creates a connection. When the shop does not confirm the credentials, the shop doctor looks for the reason at once. */
export function useCreation(onCreated: (created: CreatedConnection) => void) {
  const change = useChange<CreatedConnection>(onCreated);
  const sent = useRef<Creation | null>(null);
  const {
    mutate: examine,
    reset,
    ...examination
  } = useMutation<ShopExamination, ApiFailure, Creation>({
    // The variables hold credentials: the cache drops them together with the form.
    gcTime: 0,
    mutationFn: ({ system_slug, base_url, credentials }) =>
      request('POST', 'shop-examinations', { body: { system_slug, base_url, credentials } }),
  });
  useEffect(() => {
    if (change.failure?.kind === 'unverified' && sent.current) examine(sent.current);
  }, [change.failure, examine]);
  return {
    create: (creation: Creation) => {
      sent.current = creation;
      reset();
      change.run('POST', 'connections', creation);
    },
    examination: { findings: examination.data ?? null, failure: examination.error },
    failure: change.failure,
    isPending: change.isPending,
  };
}
