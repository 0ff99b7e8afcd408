import { Secret } from '@sync/records';
import type { ExportBatch, ExportRequest, IntegrationConnection } from '@sync/integration-contract';
import type { SystemCapability } from '@sync/records';

export const connectionId = '7f0f7a5e-0d2e-4a6b-9f0b-3a0a4f1b2c3d';

export const shopCredentials = {
  connection_token: 'rig-connection-token-7f3a9c',
  consumer_key: 'ck_0123456789abcdef',
  consumer_secret: 'cs_fedcba9876543210',
};

export function connectionTo(
  baseUrl: string,
  credentials: Record<string, unknown> = shopCredentials,
  id = connectionId,
): IntegrationConnection {
  return { id, driver: 'commerce_a', baseUrl, credentials: new Secret(credentials) };
}

export function exportOf<C extends SystemCapability>(capability: C, modifiedAfter: string | null = null): ExportRequest<C> {
  return { capability, systemConnectionId: connectionId, modifiedAfter };
}

/** A callback that collects every batch. */
export function batchCollector<C extends SystemCapability>(): {
  batches: ExportBatch<C>[];
  onBatch: (batch: ExportBatch<C>) => Promise<void>;
} {
  const batches: ExportBatch<C>[] = [];
  return { batches, onBatch: async (batch) => void batches.push(batch) };
}

/** The error that a promise rejects with. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('expected a rejection');
}
