import { setTimeout as sleep } from 'node:timers/promises';
import type { AppName } from '@sync/test-harness';
import { newEncryptionKeys } from '../testing/encryption-keys';
import { exchange } from '../testing/exchange';
import type { StormyService } from './stormy-service';

const looksMs = 50;
const reportsWithinMs = 60_000;

/**
 * An instance of the app restarts with other bytes under the key's id, and then with the right ones. Meanwhile it must not be ready, and
 * the ingress must refuse webhooks with 503, so that their senders repeat them. Returns what it did instead.
 */
export async function mistakeKey(service: StormyService, app: AppName, index: number, ms: number): Promise<string[]> {
  await service.apps.replace(app, index, { ENCRYPTION_KEYS: newEncryptionKeys() });
  try {
    const found = await reportsWrongKey(service.apps.url(app, index));
    if (found.length === 0 && app === 'webhook-ingress') found.push(...(await acceptsWebhook(service)));
    await sleep(ms);
    return found;
  } finally {
    await service.apps.kill(app, index);
  }
}

async function reportsWrongKey(url: string): Promise<string[]> {
  let last = 'no response';
  for (const end = Date.now() + reportsWithinMs; Date.now() < end; await sleep(looksMs)) {
    const response = await exchange(url, { method: 'GET', path: '/health/ready' }).catch(() => null);
    if (response?.status === 200) return ['an app with the wrong key is ready'];
    if (response?.text.includes('encryption key e2e (different)')) return [];
    last = response?.text ?? last;
  }
  return [`an app with the wrong key does not say so: ${last}`];
}

async function acceptsWebhook(service: StormyService): Promise<string[]> {
  const [row] = await service.rows<{ id: string }>('select id from system_connections where credentials is not null limit 1');
  const url = service.apps.url('webhook-ingress');
  const headers = [['x-webhook-signature', 'AAAA'] as const, ['content-type', 'application/json'] as const];
  const { status } = await exchange(url, { method: 'POST', path: `/api/webhooks/${row?.id}`, headers, body: '{}' });
  return status === 503 ? [] : [`an ingress with the wrong key responds ${status} to a webhook`];
}
