import { createTestDatabase, until, type TestDatabase } from '@sync/test-harness';
import { ScheduleTurns } from './schedule-turns';

const day = 86_400;

describe('the turns of a schedule', () => {
  let database: TestDatabase;
  let turns: ScheduleTurns;

  beforeAll(async () => {
    database = await createTestDatabase();
    turns = new ScheduleTurns(database.dataSource);
  });
  afterEach(() => database.dataSource.query('delete from schedule_turns'));
  afterAll(() => database.stop());

  const take = async (seconds = day, schedule = 'prune') => turns.take(schedule, seconds, () => Promise.resolve());
  /** Sets the database clock forward by this many seconds, as the schedule sees it. */
  const putClock = (seconds: number) =>
    database.dataSource.query('update schedule_turns set due_at = due_at - make_interval(secs => $1)', [seconds]);

  it('one of 4 instances runs a schedule each time it is due', async () => {
    const work = jest.fn(() => Promise.resolve());
    const boot = () => Promise.all(Array.from({ length: 4 }, () => turns.take('prune', day, work)));
    expect((await boot()).filter(Boolean)).toHaveLength(1);
    expect(await boot()).toEqual([false, false, false, false]);
    await putClock(day);
    expect((await boot()).filter(Boolean)).toHaveLength(1);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('each schedule takes its own turns', async () => {
    expect([await take(day, 'prune'), await take(day, 'erase'), await take(day, 'prune')]).toEqual([true, true, false]);
  });

  it('a clock set back 2 h causes no second run and delays the next by no more than that', async () => {
    await take();
    await putClock(-2 * 3_600);
    expect(await take()).toBe(false);
    await putClock(day);
    expect(await take()).toBe(false);
    await putClock(2 * 3_600);
    expect(await take()).toBe(true);
  });

  it('a clock that was far ahead does not block it for that long', async () => {
    await take();
    await putClock(-365 * day);
    expect(await take()).toBe(true);
    expect(await take()).toBe(false);
  });

  it('a failed run is due again within ten minutes, but not at once', async () => {
    await expect(turns.take('prune', day, () => Promise.reject(new Error('Postgres restarts')))).rejects.toThrow('Postgres restarts');
    expect(await take()).toBe(false);
    await putClock(600);
    expect(await take()).toBe(true);
  });

  it('a run whose worker was killed is due again just so', async () => {
    void turns.take('prune', day, () => new Promise(() => undefined));
    await until(async () => (await database.dataSource.query<unknown[]>('select from schedule_turns')).length > 0);
    expect(await take()).toBe(false);
    await putClock(600);
    expect(await take()).toBe(true);
  });
});
