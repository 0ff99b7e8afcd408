import type { SystemCapability } from '@sync/records';
import type { System } from '../systems/system.entity';
import type { ConnectionConfiguration } from './system-connection.entity';

/**
 * Rule 7: what a connection may pull in now. The System's capabilities, narrowed by the opt-in (rule 8: an absent one does
 * not restrict, an empty one leaves nothing), then by the data domains of its active outgoing SyncRules. In the System's order.
 */
export function capabilitiesNow(
  system: Pick<System, 'capabilities'> | null,
  configuration: ConnectionConfiguration | null,
  activeOutgoingDomains: readonly string[],
): SystemCapability[] {
  const optIn = optedIn(configuration);
  return (system?.capabilities ?? []).filter(
    (capability) => (optIn?.includes(capability) ?? true) && activeOutgoingDomains.includes(capability),
  );
}

/** The chosen data types; null when the connection was never asked. */
export function optedIn(configuration: ConnectionConfiguration | null): string[] | null {
  const dataTypes = configuration?.['data_types'];
  return Array.isArray(dataTypes) ? dataTypes : null;
}
