import type { Front } from './front';
import type { MariaDb } from './mariadb';
import type { Site } from './web-server';

/** Where a shop is raised: its folder below the rig's, its site and the database server. */
export interface ShopPlace {
  site: Site;
  database: MariaDb;
  /** What stands before the shop, where a plan has faults. */
  front: Front | null;
  url: string;
}

/** A shop that responds, filled with records. */
export interface RaisedShop {
  /** Slug of its system in the service. */
  system: 'commerce_a' | 'commerce_b';
  name: string;
  version: string;
  url: string;
  /** What its plugin registers with the service. */
  credentials: Record<string, string>;
}
