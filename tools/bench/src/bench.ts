import { parseArgs } from 'node:util';
import { closeBenchIntegration } from './bench-integration';
import { measureExport, measureMemory } from './export';
import type { BenchRow } from './measure';
import { startBenchPostgres, startService } from './services';
import { printTable } from './table';
import { measureTokens } from './tokens';

const options = {
  json: { type: 'boolean', default: false },
  only: { type: 'string' },
  orders: { type: 'string', default: '20000' },
  turns: { type: 'string', default: '3' },
  /** The million rows of the growth figure take some minutes to fill. */
  full: { type: 'boolean', default: false },
} as const;

/** `npm run bench -- [--json] [--only export,persist,memory,tokens] [--full] [--orders 20000] [--turns 3]` */
async function main(): Promise<void> {
  const { values } = parseArgs({ options });
  const orders = Number(values.orders);
  const turns = Number(values.turns);
  const postgres = await startBenchPostgres();
  const sections: Record<string, () => Promise<BenchRow[]>> = {
    export: async () => {
      const service = await startService(postgres.url);
      try {
        return await measureExport(service, orders, turns);
      } finally {
        await service.stop();
      }
    },
    tokens: () => measureTokens(postgres.url, turns),
    memory: () => measureMemory(() => startService(postgres.url), orders * 5),
  };
  const chosen = values.only?.split(',') ?? Object.keys(sections);
  const rows: BenchRow[] = [];
  try {
    for (const name of chosen) {
      const measure = sections[name];
      if (!measure) throw new Error(`There is no section ${name}; there are ${Object.keys(sections).join(', ')}`);
      process.stderr.write(`${name}\n`);
      rows.push(...(await measure()));
    }
  } finally {
    closeBenchIntegration();
    await postgres.stop();
  }
  console.log(values.json ? JSON.stringify(rows, null, 2) : printTable(rows));
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
