import { RefusedValues, System } from '@sync/domain';
import { normaliseBaseUrl, type HostAllowlist, type IntegrationRegistry } from '@sync/integrations';
import type { DataSource } from 'typeorm';
import type { VerifyCredentials } from '../verify-credentials';

/** Where a shop is. */
export interface ShopAddress {
  /** Canonical form of what the plugin sent. */
  baseUrl: string;
  /** What the platform makes of it: two addresses with the same one are one shop. */
  storeBase: string;
}

export class ShopIdentity {
  constructor(
    private readonly dataSource: DataSource,
    private readonly allowlist: HostAllowlist,
    private readonly integrations: IntegrationRegistry,
    private readonly verification: VerifyCredentials,
  ) {}

  /** The system that a plugin names, or that is awaited. Throws RefusedValues, at the pointer, if it does not exist or has no plugins. */
  async systemOf(slug: string, pointer = '/system_slug'): Promise<System> {
    const system = await this.dataSource.manager.findOneBy(System, { slug, isDirect: false });
    if (system) return system;
    throw new RefusedValues([{ pointer, detail: `${pointer.slice(1)} must be a system whose plugins can register` }]);
  }

  /** The form in which an address would be stored. One that may not be called stays as it is, for the shop doctor to say why. */
  canonicalAddressOf(text: string): string {
    return normaliseBaseUrl(text, this.allowlist).url ?? text;
  }

  /** A forbidden address is refused like credentials that do not verify, which discloses nothing about our network. Throws ConnectionRefused. */
  addressOf({ driver }: Pick<System, 'driver'>, text: string): ShopAddress {
    const { url, reason } = normaliseBaseUrl(text, this.allowlist);
    if (url === undefined) throw this.verification.refuse({ failure: 'shop_unreachable', reason: `base_url ${reason}` });
    return { baseUrl: url, storeBase: this.integrations.storeBaseOf(driver, url) };
  }
}
