import { Logger } from '@nestjs/common';
import { sampleRecords } from '../demo-shop-program';
import { compared, takeTurns, turnOf, type BenchRow, type Case, type Setting } from '../measure';
import { benchClock } from '../processor-time';
import { adminLists, scaleCases, supportUser } from './cases';
import { checkDisk, sizesOf, type Sizes } from './fill';
import { Scene } from './scene';

/** A case that takes seconds on a large database gets fewer turns. */
const maxTurns = 15;
const maxSeconds = 10;
/** A list may take as long as so many plain queries of its table. */
const plainQueries = 3;

/** What the service does most, on a large database against a small one. `factor`: 1 means 200,000 connections. */
export async function measureScale({ postgres, factor }: Pick<Setting, 'postgres' | 'factor'>, turns = maxTurns): Promise<BenchRow[]> {
  checkDisk(postgres.dataDir, factor);
  Logger.overrideLogger(false);
  const sample = await sampleRecords(50);
  const open = async (name: string, given: number) => Scene.open(await postgres.createDatabase(name), sizesOf(given), sample);
  const [small, large] = [await open('scale_small', 0), await open('scale_large', factor)];
  const clocks = { bench: benchClock, Postgres: postgres.clock };
  const section = `${describe(large.sizes)}, against ${describe(small.sizes)}`;
  const rows: BenchRow[] = [];
  try {
    for (const [what, { prepare, calls, run }] of Object.entries(scaleCases)) {
      const on = (scene: Scene) => ({
        ...repeated(calls, () => scene.call(run), clocks),
        prepare: () => Promise.resolve(prepare?.(scene)),
      });
      const row = await compare(on(large), on(small), turns);
      rows.push(compared({ section, what, ...row, unit: 'ms', against: 'small', goal: '<= 1.25' }));
    }
    const support = await supportUser(large);
    for (const [what, { table, run }] of Object.entries(adminLists)) {
      const plain = `select * from ${table} order by id desc limit 51`;
      const list = repeated(10, () => run(large.dataSource, support), clocks);
      const { limit, ...row } = await compare(
        list,
        repeated(10, () => large.dataSource.query(plain), clocks),
        turns,
      );
      const against = `${plainQueries} plain queries`;
      rows.push(compared({ section, what, ...row, unit: 'ms', against, limit: plainQueries * limit, goal: '<= 1' }));
    }
    return rows;
  } finally {
    await small.close();
    await large.close();
  }
}

function repeated(calls: number, call: () => Promise<unknown>, clocks: Case['clocks']): Case {
  const work = async () => {
    for (let done = 0; done < calls; done += 1) await call();
  };
  return { run: turnOf(calls, work), clocks };
}

/** Milliseconds of a call of each. */
async function compare(value: Case, limit: Case, turns: number) {
  // Fills the caches.
  await takeTurns('call', { value, limit }, 1);
  const taken = await takeTurns('call', { value, limit }, turns, maxSeconds);
  const processor = { processor: taken.value.cost, limitProcessor: taken.limit.cost };
  return { value: 1_000 / taken.value.rate, limit: 1_000 / taken.limit.rate, ...processor };
}

const describe = (sizes: Sizes): string =>
  (['connections', 'records', 'runs', 'tasks'] as const).map((name) => `${sizes[name].toLocaleString('en')} ${name}`).join(', ');
