import { resolve } from 'node:path';
import { readArguments, UnusableArguments } from '@sync/command-line';

export interface RigPlan {
  /** Folders of sources; null: leave that shop out. */
  woocommerce: string | null;
  prestashop: string | null;
  /** Of all types together, in each shop. */
  records: number;
  /** How long the web server is away in the middle of a sync. */
  minutesDown: number;
  /** Break the shops in every way of the table of faults, and nothing else. */
  onlyFaults: boolean;
  /** Leave everything running at the end. */
  isKept: boolean;
}

export const usage = `Usage: npm run real-shops -- --woocommerce DIR --prestashop DIR [--only a|b] [--records 600] [--minutes-down 1] [--faults] [--keep]
Raises real shops from folders of their sources, links them with this service and compares every field. docs/real-shops.md says what it needs.
--only a: WooCommerce alone, b: PrestaShop alone. --records: in each shop. --minutes-down: how long the web server is stopped in the middle of a
sync; from 10 on the rig also waits for the end of a maintenance. --faults: break the shops in every way that the rig knows, and nothing else. --keep: leave shops and service running and print their addresses.`;

/** With fewer, the deletions of the churn would be too large a share of each type. */
const minRecords = 150;

const options = {
  woocommerce: { type: 'string' },
  prestashop: { type: 'string' },
  only: { type: 'string' },
  records: { type: 'string', default: '600' },
  'minutes-down': { type: 'string', default: '1' },
  faults: { type: 'boolean', default: false },
  keep: { type: 'boolean', default: false },
} as const;

/** Throws UnusableArguments. */
export function rigPlanOf(args: readonly string[]): RigPlan {
  const { values } = readArguments(args, options);
  const { only } = values;
  if (only !== undefined && only !== 'a' && only !== 'b') throw new UnusableArguments('--only should be a or b.');
  const folderOf = (name: 'woocommerce' | 'prestashop', letter: 'a' | 'b') => {
    const folder = values[name];
    if (only !== undefined && only !== letter) return null;
    if (folder === undefined && only === letter) throw new UnusableArguments(`--${name} should name the folder of its sources.`);
    return folder === undefined ? null : resolve(folder);
  };
  const plan = { woocommerce: folderOf('woocommerce', 'a'), prestashop: folderOf('prestashop', 'b') };
  if (plan.woocommerce === null && plan.prestashop === null)
    throw new UnusableArguments('--woocommerce or --prestashop should name a folder.');
  const records = numberOf('records', values.records, minRecords, 100_000);
  const minutesDown = numberOf('minutes-down', values['minutes-down'], 0, 60);
  return { ...plan, records, minutesDown, onlyFaults: values.faults, isKept: values.keep };
}

function numberOf(name: string, text: string, min: number, max: number): number {
  const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= min && number <= max)) throw new UnusableArguments(`--${name} should be a number from ${min} to ${max}.`);
  return number;
}
