export const shopId = '01960000-0000-7000-8000-0000000000a1';

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const dayMs = 86_400_000;

/** A connected shop as the service lists it. */
export const linkedShop = (members: object): object => ({
  id: shopId,
  system: { slug: 'commerce_a', name: 'Commerce A', capabilities: ['customers', 'orders', 'products'] },
  name: 'Marigold & Sons',
  status: 'active',
  status_reason: null,
  last_synced_at: ago(300_000),
  sync: null,
  last_attempt: null,
  base_url: 'https://marigold.example',
  created_at: '2026-03-04T10:00:00.000Z',
  last_connected_at: '2026-03-04T10:00:00.000Z',
  disconnected_at: null,
  grace_deadline: null,
  records: { customers: 1_204, orders: 10_000, products: 356 },
  actions: ['disconnect', 'uninstall'],
  ...members,
});

export const failing = (code: string) => ({
  status: 'error',
  status_reason: { code, message: 'x', since: ago(dayMs) },
  actions: ['disconnect', 'reconnect', 'uninstall'],
});

/** Active, for a reason that the widgets have no text of their own for. */
export const impaired = {
  status_reason: {
    code: 'webhooks_silent',
    message: 'Syncs find changes of customers, but no webhook about them comes. Switch the webhooks of the shop on again.',
    since: ago(dayMs),
  },
};

export const disconnected = {
  status: 'disconnected',
  status_reason: { code: 'disconnected', message: 'x', since: ago(dayMs) },
  disconnected_at: ago(dayMs),
  grace_deadline: '2100-01-05T12:00:00.000Z',
  actions: ['reconnect', 'uninstall'],
};

export const syncing = {
  last_synced_at: null,
  sync: { capability: 'orders', status: 'running', pages_total: 8, pages_done: 3, records_fetched: 150 },
};
