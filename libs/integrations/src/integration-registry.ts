import type { SystemDriver } from '@sync/records';
import { ContractIntegration, unguarded, type Integration, type PlatformIntegration } from '@sync/integration-contract';
import { BreakerRegistry, type BreakerRegistrySettings } from './breaker/breaker-registry';
import { registeredIntegrations, type PlatformSettings } from './registered-integrations';
import { ExamineShop } from './shop-doctor/examine-shop';
import { HostAllowlist } from './store-http/host-allowlist';
import { StoreHttp, type StoreHttpSettings } from './store-http/store-http';

export interface IntegrationSettings extends PlatformSettings, Omit<StoreHttpSettings, 'allowlist'> {
  /** CIDR ranges, addresses or host names that may be called even if private, and over plain http. */
  storeHostAllowlist?: readonly string[];
  breaker?: Partial<BreakerRegistrySettings>;
}

/** All integrations by driver, over one guarded HTTP client and one breaker registry. Create one per process and `close` it. */
export class IntegrationRegistry {
  readonly breakers: BreakerRegistry;
  readonly examineShop: ExamineShop;
  readonly #http: StoreHttp;
  readonly #platforms: ReadonlyMap<SystemDriver, PlatformIntegration>;
  readonly #guarded = new Map<SystemDriver, Integration>();

  /** Throws on an invalid allow-list entry. */
  constructor(settings: IntegrationSettings = {}, registered = registeredIntegrations) {
    this.breakers = new BreakerRegistry(settings.breaker);
    const allowlist = new HostAllowlist(settings.storeHostAllowlist);
    this.#http = new StoreHttp({ ...settings, allowlist });
    this.#platforms = new Map(registered.map((create) => create(this.#http, settings)).map((platform) => [platform.driver, platform]));
    this.examineShop = new ExamineShop({ http: this.#http, allowlist }, (driver) => this.#platforms.get(driver));
  }

  has(driver: SystemDriver): boolean {
    return this.#platforms.has(driver);
  }

  /** For a stored connection: calls go through its circuit breaker. Throws if the driver has no integration. */
  byDriver(driver: SystemDriver): Integration {
    const known = this.#guarded.get(driver);
    if (known) return known;
    const integration = new ContractIntegration(this.#platform(driver), this.breakers);
    this.#guarded.set(driver, integration);
    return integration;
  }

  /** For an unsaved connection: bypasses the breaker, so that failed registrations cannot block others. */
  forUnsaved(driver: SystemDriver): Integration {
    return new ContractIntegration(this.#platform(driver), unguarded);
  }

  /** The place that an address leads to, as the platform sees it: two addresses of one place are one shop. */
  storeBaseOf(driver: SystemDriver, baseUrl: string): string {
    return this.#platforms.get(driver)?.storeBaseOf?.(baseUrl) ?? baseUrl;
  }

  close(): void {
    this.breakers.close();
    this.#http.close();
  }

  #platform(driver: SystemDriver): PlatformIntegration {
    const platform = this.#platforms.get(driver);
    if (!platform) throw new Error(`No integration is registered for the driver ${driver}.`);
    return platform;
  }
}
