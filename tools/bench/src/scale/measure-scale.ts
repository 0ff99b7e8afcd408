import { sayProgress } from '../bench-progress';
import { Logger } from '@nestjs/common';
import { median, round, secondsOf, type BenchRow } from '../measure';
import { benchClock, ProcessorMeter, type ProcessorClock } from '../processor-time';
import type { BenchPostgres } from '../services';
import { checkDisk, fillDatabase } from './fill-database';
import { recordCases } from './record-cases';
import type { ScaleCase } from './scale-case';
import { Scene } from './scene';
import type { Sizes } from './sizes';
import { upkeepCases } from './upkeep-cases';
import { workCases } from './work-cases';

const maxRatio = 1.25;
const maxTurns = 15;
/** A case that takes seconds on a large database gets fewer turns. */
const maxCaseSeconds = 10;

interface Databases {
  small: Scene;
  large: Scene;
}

/** What the service does most, on a large database against a small one. `factor`: 1 means 200,000 connections. */
export async function measureScale(postgres: BenchPostgres, factor: number, turns = maxTurns): Promise<BenchRow[]> {
  checkDisk(postgres.dataDir, factor);
  const open = async (name: string, given: number) => {
    const url = await postgres.createDatabase(name);
    return Scene.open(url, await fillDatabase(url, given));
  };
  const scenes = { small: await open('scale_small', 0), large: await open('scale_large', factor) };
  try {
    return await compareScales(scenes, postgres.clock, turns);
  } finally {
    await scenes.small.close();
    await scenes.large.close();
  }
}

async function compareScales(scenes: Databases, clock: ProcessorClock, turns: number): Promise<BenchRow[]> {
  Logger.overrideLogger(false);
  const section = `${describe(scenes.large.sizes)}, against ${describe(scenes.small.sizes)}`;
  const rows: BenchRow[] = [];
  for (const each of [...recordCases(), ...workCases(), ...upkeepCases()]) {
    const meter = new ProcessorMeter('call', { bench: benchClock, Postgres: clock });
    const taken = await takeTurns(scenes, meter, each, turns);
    const [value, limit] = [median(taken.large), median(taken.small)];
    const processor = { processor: meter.costOf('large'), limitProcessor: meter.costOf('small') };
    const figures = { value, unit: 'ms', against: 'small', limit, goal: `<= ${maxRatio}`, ...processor };
    // Of turns that were taken side by side, so that a slow moment counts in both.
    const ratio = median(taken.large.map((milliseconds, turn) => milliseconds / (taken.small[turn] ?? NaN)));
    sayProgress(`  ${each.what}: ${round(value)} ms against ${round(limit)} ms, ${round(ratio)} times`);
    const detail = ratio > maxRatio ? await planOf(scenes.large, each) : undefined;
    rows.push({ section, what: each.what, ...figures, ratio, detail });
  }
  return rows;
}

async function takeTurns(scenes: Databases, meter: ProcessorMeter, each: ScaleCase, maxTurns: number) {
  const turns: Record<keyof Databases, number[]> = { small: [], large: [] };
  const take = async (name: keyof Databases, isWarmUp = false) => {
    const scene = scenes[name];
    await each.prepare?.(scene, each.calls);
    const work = () =>
      secondsOf(async () => {
        for (let call = 0; call < each.calls; call += 1) await each.run(scene, call);
      });
    const seconds = isWarmUp ? await work() : await meter.around(name, each.calls, work);
    if (!isWarmUp) turns[name].push((seconds * 1_000) / each.calls);
  };
  for (const name of ['small', 'large'] as const) {
    await each.setUp?.(scenes[name]);
    await take(name, true);
  }
  const end = Date.now() + maxCaseSeconds * 1_000;
  for (let turn = 0; turn < maxTurns && (turn === 0 || Date.now() < end); turn += 1) {
    // Each goes first in turn, so that neither always finds the caches as the other left them.
    for (const name of turn % 2 === 0 ? (['small', 'large'] as const) : (['large', 'small'] as const)) await take(name);
  }
  return turns;
}

async function planOf(scene: Scene, { prepare, calls, run }: ScaleCase): Promise<string> {
  await prepare?.(scene, calls);
  return scene.planOf(() => run(scene, 0));
}

const describe = ({ connections, records, runs, tasks }: Sizes): string =>
  `${connections.toLocaleString('en')} connections, ${records.toLocaleString('en')} records, ${runs.toLocaleString('en')} runs, ${tasks.toLocaleString('en')} tasks`;
