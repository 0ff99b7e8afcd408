import { forAllTenants } from '@sync/postgres';
import { examineUnsavedShop, type ShopExamination } from '../doctor/examine-unsaved-shop';
import { connectDirectSystem, type DirectLink } from './connect-direct-system';
import { finaliseByPlugin, type PluginCompletion } from './finalise-by-plugin';
import { finaliseByTenant, type TenantClaim } from './finalise-by-tenant';
import type { HandshakeParts, ShopRegistration, StartedHandshake } from './handshake-parts';
import { initialiseDirectSystem, type DirectInitialisation } from './initialise-direct-system';
import { linkShop, type ShopLink } from './link-shop';
import { PendingConnections } from './pending-connections';
import { startByPlugin, type StartedByPlugin } from './start-by-plugin';
import { startByTenant, type TenantInitiation } from './start-by-tenant';

/**
 * Both ways to link a shop, and the start of a company's own system. Credentials are verified with the live shop outside any transaction.
 * Throws ConnectionRefused and RefusedValues, and then nothing has changed.
 */
export class Handshakes {
  private readonly parts: HandshakeParts;

  constructor(parts: Omit<HandshakeParts, 'pending'>) {
    this.parts = { ...parts, pending: new PendingConnections(parts.dataSource) };
  }

  initialiseDirectSystem(initialisation: DirectInitialisation) {
    return initialiseDirectSystem(this.parts, initialisation);
  }

  /** For a tenant that exists. The token is its first. */
  connectDirectSystem(link: DirectLink) {
    return connectDirectSystem(this.parts, link);
  }

  startByTenant(initiation: TenantInitiation): Promise<StartedHandshake> {
    return startByTenant(this.parts, initiation);
  }

  startByPlugin(registration: ShopRegistration): Promise<StartedByPlugin> {
    return startByPlugin(this.parts, registration);
  }

  /** Returns the id of the connection, now active. Until then it is no tenant's. */
  finaliseByTenant(claim: TenantClaim): Promise<string> {
    return forAllTenants(() => finaliseByTenant(this.parts, claim));
  }

  /** Both halves at once, without a plugin. Returns the id of the connection, now active. */
  linkShop(link: ShopLink): Promise<string> {
    return linkShop(this.parts, link);
  }

  /** Says why a shop may not be linked. Changes nothing. */
  examineShop(shop: ShopRegistration): Promise<ShopExamination> {
    return examineUnsavedShop(this.parts, shop);
  }

  finaliseByPlugin(completion: PluginCompletion) {
    return finaliseByPlugin(this.parts, completion);
  }
}
