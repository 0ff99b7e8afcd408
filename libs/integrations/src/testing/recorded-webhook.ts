import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WebhookPayload } from '@sync/integration-contract';
import { parseJson } from '../store-http/parse-json';

/** A webhook recorded from a real shop. */
export function recordedWebhook(name: string): WebhookPayload {
  const file = readFileSync(join(__dirname, '../commerce-a/fixtures', `webhook-${name}.json`), 'utf8');
  const { topic, body } = JSON.parse(file) as { topic: string; body: string };
  return { topic, body: parseJson(Buffer.from(body)), receivedAt: '2026-11-21T01:33:00.000Z' };
}
