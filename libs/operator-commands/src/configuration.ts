import { KeyRing } from '@sync/credentials';
import { contactAddressOf, HostAllowlist, type IntegrationSettings } from '@sync/integrations';
import {
  ContactAddress,
  DatabaseUrl,
  defaultTenantMaxBytes,
  EncryptionKeys,
  Meaning,
  PastPoolerUrl,
  platformSettingsOf,
  PlatformVariables,
  StoreHostAllowlist,
  TenantMaxBytes,
  Variable,
} from '@sync/service-runtime';
import { IsOptional } from 'class-validator';

/** What the commands read from the environment. Each needs a part of it, so nothing is required before a command asks for it. */
@PlatformVariables()
export class OperationsConfiguration {
  /** Unset: only commands that need no database run. */
  @IsOptional()
  @DatabaseUrl()
  databaseUrl?: string;

  @PastPoolerUrl()
  pastPoolerUrl?: string;

  /** Unset: only commands that open no credentials run. */
  @IsOptional()
  @EncryptionKeys((text) => KeyRing.parse(text))
  encryptionKeys?: KeyRing;

  @ContactAddress(contactAddressOf)
  contactAddress?: string;

  /** Shops on private addresses that the doctor may call. */
  @StoreHostAllowlist((text) => HostAllowlist.entriesOf(text))
  storeHostAllowlist: string[] = [];

  @TenantMaxBytes()
  tenantMaxBytes = defaultTenantMaxBytes;

  @Variable('SHOP_CREDENTIALS', 'the credentials of a shop as a JSON object, or unset')
  @Meaning('Of the shop that `doctor --base-url` examines. Unset: read from standard input. No app reads it.')
  @IsOptional()
  shopCredentials?: string;

  get databaseDirectUrl(): string | undefined {
    return this.pastPoolerUrl ?? this.databaseUrl;
  }

  get integrations(): IntegrationSettings {
    return { storeHostAllowlist: this.storeHostAllowlist, contactAddress: this.contactAddress, ...platformSettingsOf(this) };
  }
}
