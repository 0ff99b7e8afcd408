import { directPlatforms, shops } from '@sync/platforms';
import type { ConnectionRepresentation } from '../connections/connection-representation';
import type { SyncRunRepresentation } from '../syncs/sync-run-representation';
import type { Wire } from './example';

/** One company, its own connection and its shop: the examples of every API description are about them. */
const ids = {
  tenant: '01981c2e-4a10-7c3d-9b1e-5f0a6d2c8e01',
  caller: '01981c2e-4a11-7f02-8d44-1b9c3e7a5f02',
  shop: '01981c31-90b7-7a6e-a3f5-6c2d8b4e1f03',
  run: '01981c33-17e4-7d58-b6c0-9e3f1a7d2b04',
} as const;

type Platform = (typeof shops)[number] | (typeof directPlatforms)[number];
type SystemExample = NonNullable<ConnectionRepresentation['system']>;

const systemOf = (platform: Platform | undefined): SystemExample => ({
  slug: platform?.driver ?? '',
  name: platform?.name ?? '',
  capabilities: [...(platform?.capabilities ?? [])],
});
const systems = { caller: systemOf(directPlatforms[0]), shop: systemOf(shops[0]) };

const configuration = { direction: 'outgoing', data_types: ['customers', 'orders'], frequency: 'daily' };

const untouched = { status_reason: null, last_synced_at: null, sync: null, meta: {}, disconnected_at: null, grace_deadline: null };

const shop: Wire<ConnectionRepresentation> = {
  ...untouched,
  id: ids.shop,
  system: systems.shop,
  name: `${systems.shop.name}, tea.example`,
  status: 'active',
  last_synced_at: '2026-01-05T12:04:11.000Z',
  tenant_id: ids.tenant,
  external_user_id: 'https://tea.example',
  base_url: 'https://tea.example',
  configuration,
  capabilities: ['customers', 'orders'],
  last_connected_at: '2026-01-05T12:01:30.000Z',
  created_at: '2026-01-05T12:00:00.000Z',
  updated_at: '2026-01-05T12:01:30.000Z',
};

const disconnectedShop: Wire<ConnectionRepresentation> = {
  ...shop,
  status: 'disconnected',
  status_reason: {
    code: 'disconnected',
    message: 'The shop was disconnected. It can be reconnected until its grace deadline.',
    since: '2026-02-10T08:30:00.000Z',
  },
  capabilities: [],
  disconnected_at: '2026-02-10T08:30:00.000Z',
  grace_deadline: '2026-03-12T08:30:00.000Z',
  updated_at: '2026-02-10T08:30:00.000Z',
};

/** What the first platform's plugin sends; other platforms have other members. */
const credentials = {
  consumer_key: 'ck_example',
  consumer_secret: 'cs_example',
  webhook_secret: 'a-secret-of-the-shop',
  connection_token: 'the-token-of-the-connectivity-check',
};

const queuedRun: Wire<SyncRunRepresentation> = {
  id: ids.run,
  capability: 'orders',
  mode: 'delta',
  status: 'queued',
  waiting: null,
  modified_after: '2026-01-05T11:59:11.000Z',
  pages_total: null,
  pages_done: 0,
  rows_listed: null,
  records_fetched: 0,
  records_written: 0,
  records_skipped: 0,
  records_deleted: 0,
  deletions_held_back: 0,
  incomplete: null,
  requests: 0,
  bytes: 0,
  waiting_ms: 0,
  error: null,
  started_at: null,
  finished_at: null,
};

const finishedRun: Wire<SyncRunRepresentation> = {
  ...queuedRun,
  status: 'succeeded',
  pages_total: 3,
  pages_done: 3,
  rows_listed: 142,
  records_fetched: 142,
  records_written: 17,
  started_at: '2026-01-06T06:00:00.000Z',
  finished_at: '2026-01-06T06:00:09.000Z',
};

/** What classes and operations of both APIs have in common in their examples. */
export const sharedExamples = { ids, systems, configuration, untouched, shop, disconnectedShop, credentials, queuedRun, finishedRun };
