import { readArguments, runCommand, UnusableArguments } from '@sync/command-line';
import { measureAdmin } from './admin/measure-admin';
import { measureFairness } from './fairness';
import { closeBenchIntegration } from './bench-integration';
import { durations, inTurn, usualSections } from './bench-progress';
import { measureExport, measureMemory } from './export';
import { measureFeed } from './feed';
import type { BenchRow } from './measure';
import { measurePanel } from './panel';
import { measureGrowth, measurePersist } from './persist';
import { feedIndexSizes, measureFeedIndex } from './scale/feed-index';
import { fillSettings } from './scale/fill-database';
import { measureScale } from './scale/measure-scale';
import { measureRequests } from './requests/measure-requests';
import { maxRequestsPerShop, measureShopLoad } from './shop-load/measure-shop-load';
import { startBenchPostgres, startService, type BenchPostgres } from './services';
import { printTable } from './table';
import { measureTenantWall } from './tenant-wall';

import { measureWebhookEffect } from './webhook-effect';
import { measureWebhooks } from './webhooks';
import { measureWidgetSizes } from './widget-sizes';

const options = {
  json: { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
  only: { type: 'string' },
  orders: { type: 'string', default: '20000' },
  turns: { type: 'string', default: '1' },
  /** The growth figure needs a million rows, which takes minutes to fill. */
  full: { type: 'boolean', default: false },
  /** Rows of the scale section: 1 is 200,000 connections with 10 million records. */
  factor: { type: 'string', default: '1' },
} as const;

interface Setting {
  postgres: BenchPostgres;
  orders: number;
  turns: number;
  factor: number;
}

const sections: Record<string, (setting: Setting) => Promise<BenchRow[]>> = {
  export: async ({ postgres, orders, turns }) => {
    const service = await startService(await postgres.createDatabase('export'));
    try {
      return await measureExport(service, postgres.clock, orders, turns);
    } finally {
      await service.stop();
    }
  },
  persist: async ({ postgres, orders, turns }) => measurePersist(await postgres.createDatabase('persist'), postgres.clock, orders, turns),
  feed: async ({ postgres, orders, turns }) => measureFeed(await postgres.createDatabase('feed'), postgres.clock, orders, turns),
  wall: async ({ postgres, orders, turns }) => measureTenantWall(await postgres.createDatabase('wall'), postgres.clock, orders, turns),
  requests: async ({ postgres, turns }) => measureRequests(await postgres.createDatabase('requests'), postgres.clock, turns),
  webhooks: async ({ postgres, turns }) => [
    ...(await measureWebhooks(await postgres.createDatabase('webhooks'), postgres.clock, turns)),
    ...(await measureWebhookEffect(await postgres.createDatabase('webhook_effect'), postgres.clock)),
  ],
  fairness: async ({ postgres }) => {
    const service = await startService(await postgres.createDatabase('fairness'));
    try {
      return await measureFairness(service);
    } finally {
      await service.stop();
    }
  },
  memory: async ({ postgres, orders }) => {
    const databaseUrl = await postgres.createDatabase('memory');
    return measureMemory(() => startService(databaseUrl, 1), orders * 5);
  },
  panel: async ({ postgres }) => measurePanel(await postgres.createDatabase('panel'), postgres.clock),
  widgets: async () => measureWidgetSizes(),
};

/** Not part of a plain run: filling takes minutes. On a server of its own, whose log of the filling is shorter. */
async function scale({ factor }: Setting): Promise<BenchRow[]> {
  const postgres = await startBenchPostgres(fillSettings);
  try {
    return [
      await measureFeedIndex(await postgres.createDatabase('feed_index'), postgres.clock, feedIndexSizes(factor)),
      ...(await measureScale(postgres, factor)),
    ];
  } finally {
    await postgres.stop();
  }
}

/** Not part of a plain run: filling takes minutes. */
async function admin({ factor }: Setting): Promise<BenchRow[]> {
  const postgres = await startBenchPostgres(fillSettings);
  try {
    return await measureAdmin(postgres, factor);
  } finally {
    await postgres.stop();
  }
}

/** Not part of a plain run: filling a million rows takes minutes. */
async function growth({ postgres, turns }: Setting): Promise<BenchRow[]> {
  return measureGrowth(await postgres.createDatabase('growth_empty'), await postgres.createDatabase('growth_full'), 1_000_000, turns);
}

/** Not part of a plain run: exports have to last until their shops' budgets are found. */
async function shopLoad({ postgres }: Setting): Promise<BenchRow[]> {
  const settings = { MAX_REQUESTS_PER_SHOP: String(maxRequestsPerShop) };
  const service = await startService(await postgres.createDatabase('shop_load'), undefined, settings);
  try {
    return await measureShopLoad(service);
  } finally {
    await service.stop();
  }
}

const all = { ...sections, growth, scale, admin, 'shop-load': shopLoad };

const usage = `Usage: npm run bench -- [--json] [--only ${Object.keys(all).join(',')}] [--full] [--orders 20000] [--turns 1] [--factor 1]
The benchmark table, as ratios within one run. --full adds growth, scale and admin, whose millions of rows take some minutes to fill. Scale needs
15 GiB of disk at --factor 1, and less in proportion.`;

function countOf(option: string, text: string): number {
  if (!/^[1-9]\d{0,7}$/.test(text)) throw new UnusableArguments(`--${option} should be a number from 1 to 99999999.`);
  return Number(text);
}

function factorOf(text: string): number {
  const factor = Number(text);
  if (!(factor > 0 && factor <= 10)) throw new UnusableArguments('--factor should be a number above 0, at most 10.');
  return factor;
}

async function bench(args: readonly string[]): Promise<void> {
  const { values } = readArguments(args, options);
  const [orders, turns, factor] = [countOf('orders', values.orders), countOf('turns', values.turns), factorOf(values.factor)];
  const names = values.full ? Object.keys(all) : values.all ? Object.keys(sections) : usualSections;
  const chosen = (values.only?.split(',') ?? names).map((name) => {
    const measure = new Map(Object.entries(all)).get(name);
    if (!measure) throw new UnusableArguments(`--only should be some of ${Object.keys(all).join(', ')}.`);
    return { name, measure };
  });
  const setting = { postgres: await startBenchPostgres(), orders, turns, factor };
  const rows: BenchRow[] = [];
  try {
    await inTurn(chosen, async ({ measure }) => void rows.push(...(await measure(setting))));
  } finally {
    closeBenchIntegration();
    await setting.postgres.stop();
  }
  console.log(values.json ? JSON.stringify(rows, null, 2) : printTable(rows));
}

runCommand(`${usage}\n${durations}`, bench).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
