import type { SystemCapability } from '@sync/records';
import type { PlatformRow } from '../mapping/platform-values';

/** Statuses of drafts, which are no orders or products yet. */
const unfinished = new Set<unknown>(['checkout-draft', 'auto-draft']);

type ReasonOf = (row: PlatformRow) => string | null;

const reasons: Readonly<Record<SystemCapability, ReasonOf>> = {
  customers: ({ role }) => (role === undefined || role === null || role === 'customer' ? null : 'the user is no customer'),
  orders: ({ status }) => (unfinished.has(status) ? 'the order is a draft of the checkout' : null),
  products: ({ type, status }) => {
    if (type === 'variation') return 'the product is a variation, which belongs to its parent';
    return unfinished.has(status) ? 'the product is not saved yet' : null;
  },
};

/** What `reasonToLeaveOut` reads. */
export const fieldsToLeaveOutBy: Readonly<Record<SystemCapability, readonly string[]>> = {
  customers: ['role'],
  orders: ['status'],
  products: ['type', 'status'],
};

/**
 * Why a row is no record of its kind, though webhooks and single reads give it: the platform's lists leave it out. Null: it is one.
 * Export and webhook ask the same, so that both bring the same records.
 */
export function reasonToLeaveOut(capability: SystemCapability, row: PlatformRow): string | null {
  return reasons[capability](row);
}

/** The shop has it in its trash, where no list shows it. */
export function isTrashed(row: PlatformRow | null): boolean {
  return row?.status === 'trash';
}
