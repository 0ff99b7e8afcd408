import { ShopFaults, type FaultedRequest, type FaultKind, type FaultTarget, type ShopFault } from '../commerce-a/shop-faults';
import type { MetFaults } from '../commerce-a/spoiled-answers';
import type { ShopResource } from './resources';

/** Which requests a fault spoils. Pages count from 1 by offset and count of `limit`; a list without limit is page 0. */
export type ShopBFaultTarget = Omit<FaultTarget, 'path'> & { path?: ShopResource };

export type ShopBFault = ShopBFaultTarget &
  /** `vanish`: the oldest record of the list disappears just before the answer, which shifts the pages. */
  (FaultKind | { kind: 'vanish' });

/** The faults in force, for any resource of this platform. */
export class ShopBFaults {
  private readonly inForce = new ShopFaults();

  set(faults: readonly ShopBFault[]): void {
    // Targets are compared as text and kinds are looked up by name: what the other shop does not know passes through.
    this.inForce.set(faults as unknown as readonly ShopFault[]);
  }

  take(request: FaultedRequest): MetFaults {
    return this.inForce.take(request);
  }
}

export function vanishes(faults: MetFaults): boolean {
  return (faults as ReadonlyMap<string, unknown>).has('vanish');
}
