import { randomUUID } from 'node:crypto';
import type { Integration, IntegrationConnection } from '@sync/integration-contract';
import { IntegrationRegistry } from '@sync/integrations';
import { Secret } from '@sync/records';
import type { DemoShopProgram } from './demo-shop-program';

let registry: IntegrationRegistry | null = null;

/** commerce_a as the worker uses it, in this process. */
export function benchIntegration(): Integration {
  registry ??= new IntegrationRegistry({ storeHostAllowlist: ['127.0.0.0/8'] });
  return registry.byDriver('commerce_a');
}

export function closeBenchIntegration(): void {
  registry?.close();
  registry = null;
}

export function shopConnection({ url, credentials }: DemoShopProgram): IntegrationConnection {
  return { id: randomUUID(), driver: 'commerce_a', baseUrl: url, credentials: new Secret({ ...credentials }) };
}
