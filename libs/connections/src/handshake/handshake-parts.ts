import type { Credentials, CredentialsCipher } from '@sync/credentials';
import type { DurableWork } from '@sync/durable-work';
import type { PluginInfo } from '@sync/platforms';
import type { IntegrationRegistry } from '@sync/integrations';
import type { Secret } from '@sync/records';
import type { DataSource } from 'typeorm';
import type { VerifyCredentials } from '../verify-credentials';
import type { PendingConnections } from './pending-connections';
import type { ShopIdentity } from './shop-identity';

export interface HandshakeParts {
  dataSource: DataSource;
  work: DurableWork;
  verification: VerifyCredentials;
  cipher: CredentialsCipher;
  shops: ShopIdentity;
  doctor: IntegrationRegistry['examineShop'];
  pending: PendingConnections;
  /** Lifetime of connection tokens. */
  tokenSeconds: number;
  /** Pending connections of one tenant; 0: no limit. */
  maxPending: number;
}

/** What a plugin reports about its shop. */
export interface ShopRegistration {
  systemSlug: string;
  baseUrl: string;
  credentials: Credentials;
  /** Null: the plugin says nothing of itself, or there is none. */
  plugin?: PluginInfo | null;
}

/** The first half of a handshake is done. */
export interface StartedHandshake {
  connectionId: string;
  connectionToken: Secret<string>;
  expiresAt: Date;
}
