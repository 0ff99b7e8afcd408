import type { Behaviour } from '../host/front';
import type { RaisedShop } from '../host/raised-host';
import * as shop from './behaviours';

interface Identity {
  system_slug: string;
  base_url: string;
  credentials: Record<string, string>;
}

/** A shop whose plugin was invited and cannot be verified, and what the plugin learns. */
export interface HandshakeFault {
  name: string;
  front?: Behaviour;
  change?: (identity: Identity) => Identity;
  reason: string;
}

const wrongKeys = { consumer_secret: 'cs_0000000000000000000000000000000000000000', api_key: '0'.repeat(32) };
const foreignSystem: Record<string, string> = { commerce_a: 'commerce_b', commerce_b: 'commerce_a' };

export const identityOf = ({ system, url, credentials }: RaisedShop): Identity => ({ system_slug: system, base_url: url, credentials });

function withWrongKey(identity: Identity): Identity {
  const entries = Object.entries(identity.credentials).map(([name, value]) => [name, wrongKeys[name as keyof typeof wrongKeys] ?? value]);
  return { ...identity, credentials: Object.fromEntries(entries) as Record<string, string> };
}

function asOtherPlatform(identity: Identity): Identity {
  const { consumer_key: key = '0'.repeat(32) } = identity.credentials;
  const credentials = { consumer_key: key, consumer_secret: key, connection_token: key, webhook_secret: key, api_key: key.slice(0, 32) };
  const system_slug = foreignSystem[identity.system_slug] ?? '';
  const members = system_slug === 'commerce_b' ? { api_key: credentials.api_key } : { ...credentials, api_key: undefined };
  return { ...identity, system_slug, credentials: JSON.parse(JSON.stringify(members)) as Record<string, string> };
}

export const handshakeFaults: readonly HandshakeFault[] = [
  { name: 'a wrong key', change: withWrongKey, reason: 'refused' },
  { name: 'https where http is served', change: (one) => ({ ...one, base_url: one.base_url.replace('http:', 'https:') }), reason: 'tls' },
  { name: 'an address without a shop', change: (one) => ({ ...one, base_url: `${one.base_url}/absent` }), reason: 'not_found' },
  { name: 'a closed port', change: (one) => ({ ...one, base_url: 'http://127.0.0.1:9' }), reason: 'unreachable' },
  { name: 'the shop of another platform', change: asOtherPlatform, reason: 'not_found' },
  { name: 'a redirect to www', front: shop.redirect('https://www.shop.example'), reason: 'redirected' },
  { name: "a firewall's page", front: shop.firewallPage, reason: 'other' },
  { name: "PHP's fatal error", front: shop.fatalPage, reason: 'unreachable' },
  { name: 'a page for visitors', front: shop.comingSoonPage, reason: 'not_this_platform' },
  { name: 'no response', front: shop.neverResponds, reason: 'slow' },
];
