/** A shop of the tenant that is connected, or can be again: what the service responds (`WidgetConnection`). Times are ISO 8601. */
export interface LinkedShop {
  id: string;
  system: { slug: string } | null;
  name: string;
  base_url: string | null;
  status: string;
  /** `message`: in English. */
  status_reason: { code: string; message: string } | null;
  last_connected_at: string | null;
  last_synced_at: string | null;
  /** It can be reconnected until then. */
  grace_deadline: string | null;
  /** An open sync run. `waiting`: it waits for the shop. */
  sync: { pages_total: number | null; pages_done: number; waiting?: object | null } | null;
  /** How many are stored now. */
  records: Record<RecordKind, number>;
  /** What the access token may do with it. */
  actions: readonly ('disconnect' | 'reconnect' | 'uninstall')[];
}

export const recordKinds = ['customers', 'orders', 'products'] as const;
export type RecordKind = (typeof recordKinds)[number];

/** The first sync starts a little after the connection. */
const firstSyncMs = 120_000;

/** `now`: ms since 1970 by the clock of the service. */
export function isSyncing({ status, sync, last_synced_at: syncedAt, last_connected_at: connectedAt }: LinkedShop, now: number): boolean {
  return status === 'active' && (!!sync || (!syncedAt && now - Date.parse(connectedAt ?? '') < firstSyncMs));
}
