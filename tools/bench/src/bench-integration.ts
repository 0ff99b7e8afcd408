import { randomUUID } from 'node:crypto';
import type { Integration, IntegrationConnection } from '@sync/integration-contract';
import { IntegrationRegistry } from '@sync/integrations';
import { Secret } from '@sync/records';
import type { DemoShopProgram, ShopPlatform } from './demo-shop-program';

let registry: IntegrationRegistry | null = null;

/** An integration as the worker uses it, in this process. */
export function benchIntegration(platform: ShopPlatform): Integration {
  registry ??= new IntegrationRegistry({ storeHostAllowlist: ['127.0.0.0/8'] });
  return registry.byDriver(platform);
}

export function closeBenchIntegration(): void {
  registry?.close();
  registry = null;
}

export function shopConnection({ platform, url, credentials }: DemoShopProgram): IntegrationConnection {
  return { id: randomUUID(), driver: platform, baseUrl: url, credentials: new Secret({ ...credentials }) };
}
