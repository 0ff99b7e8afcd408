import { directPlatforms, shops } from '@sync/platforms';
import type { SystemCapability } from '@sync/records';

/** One company, its own connection and its shop: the examples of every API description are about them. */
const ids = {
  tenant: '01981c2e-4a10-7c3d-9b1e-5f0a6d2c8e01',
  caller: '01981c2e-4a11-7f02-8d44-1b9c3e7a5f02',
  shop: '01981c31-90b7-7a6e-a3f5-6c2d8b4e1f03',
  run: '01981c33-17e4-7d58-b6c0-9e3f1a7d2b04',
} as const;

type Platform = (typeof shops)[number] | (typeof directPlatforms)[number];

const systemOf = (platform: Platform | undefined): { slug: string; name: string; capabilities: SystemCapability[] } => ({
  slug: platform?.driver ?? '',
  name: platform?.name ?? '',
  capabilities: [...(platform?.capabilities ?? [])],
});
const systems = { caller: systemOf(directPlatforms[0]), shop: systemOf(shops[0]) };

const configuration = { direction: 'outgoing', data_types: ['customers', 'orders'], frequency: 'daily' };

const untouched = { status_reason: null, last_synced_at: null, sync: null, meta: {}, disconnected_at: null, grace_deadline: null };

/** What the first platform's plugin sends; other platforms have other members. */
const credentials = {
  consumer_key: 'ck_example',
  consumer_secret: 'cs_example',
  webhook_secret: 'a-secret-of-the-shop',
  connection_token: 'the-token-of-the-connectivity-check',
};

/** What classes and operations of both APIs have in common in their examples. */
export const sharedExamples = { ids, systems, configuration, untouched, credentials };
