import { KeyRing } from '@sync/domain';
import { contactAddressOf, HostAllowlist, type IntegrationSettings } from '@sync/integrations';
import { ContactAddress, EncryptionKeys, ShopServiceConfiguration, StoreHostAllowlist, Variable } from '@sync/service-runtime';
import { IsOptional } from 'class-validator';

/** What the commands read from the environment. Each needs a part of it, so nothing is required before a command asks for it. */
export class OperationsConfiguration extends ShopServiceConfiguration {
  /** Unset: only commands that need no database run. */
  @IsOptional()
  override databaseUrl: string;

  /** Unset: only commands that open no credentials run. */
  @IsOptional()
  @EncryptionKeys((text) => KeyRing.parse(text))
  encryptionKeys?: KeyRing;

  @ContactAddress(contactAddressOf)
  contactAddress?: string;

  /** Shops on private addresses that the doctor may call. */
  @StoreHostAllowlist((text) => HostAllowlist.entriesOf(text))
  storeHostAllowlist: string[] = [];

  /** For `doctor --base-url`; unset: standard input. */
  @Variable('SHOP_CREDENTIALS', 'the credentials of a shop as a JSON object, or unset')
  @IsOptional()
  shopCredentials?: string;

  get integrations(): IntegrationSettings {
    return { storeHostAllowlist: this.storeHostAllowlist, contactAddress: this.contactAddress, ...this.platforms };
  }
}
