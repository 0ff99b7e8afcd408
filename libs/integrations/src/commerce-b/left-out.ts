import type { SystemCapability } from '@sync/records';
import type { PlatformRow } from '../mapping/platform-values';
import { flag } from './shop-values';

/** The shop keeps a customer that was deleted and lists it with this flag. For this service, it is gone. */
export function isLeftOut(capability: SystemCapability, { deleted }: PlatformRow): boolean {
  return capability === 'customers' && flag(deleted);
}
