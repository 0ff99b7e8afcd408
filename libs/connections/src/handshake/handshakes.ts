import type { Actor } from '@sync/domain';
import { finaliseByPlugin, type PluginCompletion } from './finalise-by-plugin';
import { finaliseByTenant, type TenantClaim } from './finalise-by-tenant';
import type { HandshakeParts, ShopRegistration, StartedHandshake } from './handshake-parts';
import { initialiseDirectSystem, type DirectInitialisation } from './initialise-direct-system';
import { PendingConnections } from './pending-connections';
import { startByPlugin, type StartedByPlugin } from './start-by-plugin';
import { startByTenant } from './start-by-tenant';

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

  startByTenant(tenantId: string, actor: Actor): Promise<StartedHandshake> {
    return startByTenant(this.parts, tenantId, actor);
  }

  startByPlugin(registration: ShopRegistration): Promise<StartedByPlugin> {
    return startByPlugin(this.parts, registration);
  }

  /** Returns the id of the connection, now active. */
  finaliseByTenant(claim: TenantClaim): Promise<string> {
    return finaliseByTenant(this.parts, claim);
  }

  finaliseByPlugin(completion: PluginCompletion) {
    return finaliseByPlugin(this.parts, completion);
  }
}
