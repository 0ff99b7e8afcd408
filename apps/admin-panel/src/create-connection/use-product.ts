import { useRef, useState } from 'react';
import type { CreatedConnection, Tenant } from '../api/representations';
import { useChange } from '../data/use-change';
import type { IssuedProductToken } from '../products/product-actions';

/** The company has no product yet, and gets none with this shop. */
export const later = 'later';

/** Connects the chosen product of a company that has none, before its shop. `onIssued` gets the token, which is shown only once. */
export function useProduct(onIssued: (issued: IssuedProductToken) => void) {
  const [slug, choose] = useState('');
  const [connectedTo, setConnectedTo] = useState<string | null>(null);
  const next = useRef<() => void>(undefined);
  const change = useChange<CreatedConnection>(({ tenant_id: tenantId, name, access_token: token }) => {
    setConnectedTo(tenantId);
    onIssued({ name, token: token ?? '' });
    next.current?.();
  });
  const isNeededBy = (tenant: Tenant | null) => tenant?.has_target === false && tenant.id !== connectedTo;
  return {
    slug,
    choose,
    isNeededBy,
    /** Calls `then` at once where there is nothing to connect. */
    connect: (tenant: Tenant, then: () => void) => {
      if (!isNeededBy(tenant) || slug === later) return then();
      next.current = then;
      change.run('POST', 'connections', { tenant_id: tenant.id, system_slug: slug });
    },
    failure: change.failure,
    isPending: change.isPending,
  };
}
