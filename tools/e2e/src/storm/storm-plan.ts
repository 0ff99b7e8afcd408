import type { ShopCollection } from '@sync/demo-shops';

export interface TenantPlan {
  name: string;
  /** A victim's export must end while the attackers with slow pages are at work. */
  role: 'attacker' | 'victim';
  /** Connections, each to a shop of its own. */
  shops: number;
  sizes: Readonly<Record<ShopCollection, number>>;
  /** Joins once the attackers are at work. */
  joinsLate?: boolean;
  /** How long its shops take for each page. */
  pageMs?: number;
  /** How long the name servers take for the names of its shops. */
  nameMs?: number;
  /** Characters of a text in each of its products, and in each change of one. */
  textLength?: number;
  webhooks: WebhookLoad;
}

interface WebhookLoad {
  deliveries: number;
  overMs: number;
}

export interface StormScale {
  /** How long the shops with slow pages take for a page. */
  pageMs: number;
  /** Of the load, at least. */
  loadMs: number;
  busyDeliveries: number;
  floodDeliveries: number;
}

/** A page of 50 such records stays below the 10 MiB that a response of a shop may have. */
const bigText = 200_000;

/** Below the timeout of a single query to a name server, so that a lookup ends well before its deadline also on a busy machine. */
const lateNameMs = 600;

const equally = (size: number) => ({ customers: size, products: size, orders: size });
const noWebhooks: WebhookLoad = { deliveries: 0, overMs: 0 };

/** The tenants of a storm. */
export function tenantsOf({ pageMs, loadMs, busyDeliveries, floodDeliveries }: StormScale): TenantPlan[] {
  return [
    {
      name: 'busy shop',
      role: 'victim',
      shops: 1,
      sizes: { customers: 100, products: 100, orders: 300 },
      webhooks: { deliveries: busyDeliveries, overMs: loadMs },
    },
    { name: 'newcomer', role: 'victim', shops: 1, sizes: equally(40), joinsLate: true, webhooks: { deliveries: 30, overMs: loadMs / 2 } },
    { name: 'slow pages', role: 'attacker', shops: 4, sizes: equally(60), pageMs, webhooks: noWebhooks },
    { name: 'slow names', role: 'attacker', shops: 2, sizes: equally(40), nameMs: lateNameMs, webhooks: noWebhooks },
    {
      name: 'webhook flood',
      role: 'attacker',
      shops: 1,
      sizes: { customers: 50, products: 200, orders: 350 },
      webhooks: { deliveries: floodDeliveries, overMs: 0 },
    },
    {
      name: 'big records',
      role: 'attacker',
      shops: 1,
      sizes: { customers: 10, products: 10, orders: 20 },
      textLength: bigText,
      webhooks: { deliveries: 30, overMs: loadMs },
    },
  ];
}
