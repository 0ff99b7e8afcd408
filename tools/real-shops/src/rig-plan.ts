import { resolve } from 'node:path';
import { readArguments, UnusableArguments } from '@sync/command-line';

export interface RigPlan {
  /** Folders of sources, of the shops to raise. */
  sources: { woocommerce?: string; prestashop?: string };
  /** Of all types together, in each shop. */
  records: number;
  /** Break the shops in every way of the table of faults, and nothing else. */
  onlyFaults: boolean;
  /** Live with our own plugin in the shops, and nothing else. */
  onlyPlugin: boolean;
  /** Folder for pictures of the plugin's pages. */
  screenshots: string | null;
  /** Leave everything running at the end. */
  isKept: boolean;
}

export const usage = `Usage: npm run real-shops -- [--woocommerce DIR] [--prestashop DIR] [--records 600] [--faults] [--keep]
       npm run real-shops -- --plugin [--woocommerce DIR] [--prestashop DIR] [--records 600] [--screenshots DIR] [--keep]
Raises real shops from folders of their sources, links them with this service and compares every field. docs/real-shops.md says what it needs.
--records: in each shop. --faults: break the shops in every way that the rig knows, and nothing else. --plugin: install our plugin in a browser and
live with it until it is removed, and nothing else. --keep: leave shops and service running
and print their addresses.`;

/** With fewer, the deletions of the churn would be too large a share of each type. */
const minRecords = 150;

const options = {
  woocommerce: { type: 'string' },
  prestashop: { type: 'string' },
  records: { type: 'string', default: '600' },
  faults: { type: 'boolean', default: false },
  plugin: { type: 'boolean', default: false },
  screenshots: { type: 'string' },
  keep: { type: 'boolean', default: false },
} as const;

/** Throws UnusableArguments. */
export function rigPlanOf(args: readonly string[]): RigPlan {
  const { woocommerce, prestashop, records: text, ...more } = readArguments(args, options).values;
  const sources = { ...(woocommerce && { woocommerce: resolve(woocommerce) }), ...(prestashop && { prestashop: resolve(prestashop) }) };
  if (Object.keys(sources).length === 0) throw new UnusableArguments('--woocommerce or --prestashop should name a folder.');
  const records = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(records >= minRecords)) throw new UnusableArguments(`--records should be a number from ${minRecords}.`);
  if (more.faults && more.plugin) throw new UnusableArguments('--faults and --plugin are two runs.');
  const screenshots = more.screenshots ? resolve(more.screenshots) : null;
  return { sources, records, onlyFaults: more.faults, onlyPlugin: more.plugin, screenshots, isKept: more.keep };
}
