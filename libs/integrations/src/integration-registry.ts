import type { SystemDriver } from '@sync/records';
import { ContractIntegration, unguarded, type Integration, type PlatformIntegration } from '@sync/integration-contract';
import { BreakerRegistry, type BreakerRegistrySettings } from './breaker/breaker-registry';
import { registeredIntegrations, type PlatformSettings } from './registered-integrations';
import { ExamineShop } from './shop-doctor/examine-shop';
import { AddressGuard, resolveAll } from './store-http/address-guard';
import { HostAllowlist } from './store-http/host-allowlist';
import { StoreHttp, type StoreHttpSettings } from './store-http/store-http';

export interface IntegrationSettings extends PlatformSettings, Omit<StoreHttpSettings, 'allowlist'> {
  /** CIDR ranges, addresses or host names that may be called although private, and over plain http. */
  storeHostAllowlist?: readonly string[];
  breaker?: Partial<BreakerRegistrySettings>;
}

/** Every integration by its driver, over one guarded HTTP client and one registry of circuit breakers. One per process; `close` it at the end. */
export class IntegrationRegistry {
  readonly breakers: BreakerRegistry;
  readonly examineShop: ExamineShop;
  readonly #http: StoreHttp;
  readonly #platforms: ReadonlyMap<SystemDriver, PlatformIntegration>;
  readonly #guarded = new Map<SystemDriver, Integration>();

  /** Throws when an entry of the allow-list cannot be read. */
  constructor(settings: IntegrationSettings = {}, registered = registeredIntegrations) {
    this.breakers = new BreakerRegistry(settings.breaker);
    const allowlist = new HostAllowlist(settings.storeHostAllowlist);
    this.#http = new StoreHttp({ ...settings, allowlist });
    this.#platforms = new Map(registered.map((create) => create(this.#http, settings)).map((platform) => [platform.driver, platform]));
    const guard = new AddressGuard(allowlist, settings.resolveHost ?? resolveAll);
    this.examineShop = new ExamineShop({ http: this.#http, guard, allowlist }, (driver) => this.#platforms.get(driver));
  }

  has(driver: SystemDriver): boolean {
    return this.#platforms.has(driver);
  }

  /** For a stored connection: its calls pass the connection's circuit breaker. Throws when the driver has no integration. */
  byDriver(driver: SystemDriver): Integration {
    const known = this.#guarded.get(driver);
    if (known) return known;
    const integration = new ContractIntegration(this.#platform(driver), this.breakers);
    this.#guarded.set(driver, integration);
    return integration;
  }

  /** For a connection that is not stored yet: it passes no breaker, or whoever fails to register a shop would keep others from doing so. */
  forUnsaved(driver: SystemDriver): Integration {
    return new ContractIntegration(this.#platform(driver), unguarded);
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
