import { KeyRing } from '@sync/credentials';
import { contactAddressOf, HostAllowlist } from '@sync/integrations';
import {
  ContactAddress,
  EncryptionKeys,
  IntegerVariable,
  MailFrom,
  Meaning,
  ShopServiceConfiguration,
  StoreHostAllowlist,
} from '@sync/service-runtime';

/** The settings of an API that links and changes connections. Each app extends this class with its port and its own settings. */
export class ConnectionServiceConfiguration extends ShopServiceConfiguration {
  @EncryptionKeys((text) => KeyRing.parse(text))
  encryptionKeys: KeyRing;

  @IntegerVariable('CONNECTION_TOKEN_TTL_SECONDS', 'a number of seconds', 1, 31_536_000)
  @Meaning('How long the token of a started handshake is valid.')
  connectionTokenTtlSeconds = 3600;

  @IntegerVariable('TENANT_MAX_PENDING', 'a number of connections, 0 for no limit', 0, 1_000_000)
  @Meaning('Pending connections that one tenant may have.')
  tenantMaxPending = 20;

  @IntegerVariable('CONNECTION_MAX_TOKENS', 'a number of tokens, 0 for no limit', 0, 1_000_000)
  @Meaning('Access tokens that one connection may have, of every origin.')
  connectionMaxTokens = 20;

  @IntegerVariable('DISCONNECTED_GRACE_DAYS', 'a number of days', 0, 36_500)
  @Meaning('How long a disconnected connection can be reconnected.')
  disconnectedGraceDays = 30;

  @MailFrom(({ mailFrom }: { mailFrom?: string }) => mailFrom !== undefined)
  mailFrom?: string;

  @ContactAddress(contactAddressOf)
  contactAddress?: string;

  @StoreHostAllowlist((text) => HostAllowlist.entriesOf(text))
  storeHostAllowlist: string[] = [];
}
