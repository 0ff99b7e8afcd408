import type { SystemConnection } from '@sync/domain';
import type { EntityManager } from 'typeorm';

/** What a change did to a connection. The members of `before` and `after` contain no secret. */
export interface ConnectionChange {
  /** As it is stored: a request may spell it in upper case. */
  id: string;
  tenantId: string | null;
  before: Readonly<Record<string, unknown>>;
  after: Readonly<Record<string, unknown>>;
}

/** More to write in the transaction of a change, such as its entry in the audit log. If it throws, nothing has changed. */
export type Alongside = (manager: EntityManager, change: ConnectionChange) => Promise<void>;

/** A move from the status `before`. */
export function statusChange({ id, tenantId, status }: SystemConnection, before: SystemConnection['status'] | null): ConnectionChange {
  return { id, tenantId, before: { status: before }, after: { status } };
}
