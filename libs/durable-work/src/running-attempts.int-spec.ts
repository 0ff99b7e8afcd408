import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase, until, type TestDatabase } from '@sync/test-harness';
import { Client } from 'pg';
import type { ClaimedTask } from './claimed-task';
import { FairClaims } from './fair-claims';
import { Progress } from './progress';
import { RunningAttempt } from './running-attempt';
import { RunningAttempts } from './running-attempts';
import { leaseMs, TaskLedger } from './task-ledger';
import { insertSubpartition } from './testing/insert-tasks';

const subpartition = '01960000-0000-7000-8000-000000000001';
const count = 50;

describe('the attempts of a worker', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.stop());

  it('renew their leases in one statement, which neither waits for a locked task nor renews a lost one', async () => {
    const { dataSource } = database;
    await insertSubpartition(dataSource, subpartition, subpartition, count);
    const [claims, ledger, progress] = [new FairClaims(dataSource, ['derive-sync-rules']), new TaskLedger(dataSource), new Progress()];
    const running: RunningAttempt[] = [];
    for (let slot = 0; slot < count; slot += 1)
      running.push(new RunningAttempt((await claims.claim('sync-rules', 'any', leaseMs))[0] as ClaimedTask, ledger, 0, progress));
    const [lost, locked, ...others] = running as [RunningAttempt, RunningAttempt, ...RunningAttempt[]];
    await dataSource.query('update tasks set attempts = attempts + 1 where id = $1', [lost.taskId]);
    const statements = jest.spyOn(Client.prototype, 'query');
    const attempts = new RunningAttempts(ledger, progress);
    try {
      await dataSource.transaction(async (manager) => {
        await manager.query('select from tasks where id = $1 for update', [locked.taskId]);
        for (const attempt of running) attempts.add(attempt);
        await until(() => others.every(({ leaseEndsAt }) => leaseEndsAt > 0) && !lost.isHeld);
        expect(statements.mock.calls.length).toBeLessThan(10);
        expect(locked).toMatchObject({ isHeld: true, leaseEndsAt: 0 });
      });
      await until(() => locked.leaseEndsAt > 0);
      expect(others.every(({ isHeld }) => isHeld)).toBe(true);
    } finally {
      for (const attempt of running) attempts.remove(attempt);
      statements.mockRestore();
    }
  });

  it('renew their leases by one statement at a time while the table of tasks is locked', async () => {
    const { dataSource } = database;
    const other = '01960000-0000-7000-8000-000000000002';
    await insertSubpartition(dataSource, other, other, 16);
    const [claims, ledger, progress] = [new FairClaims(dataSource, ['derive-sync-rules']), new TaskLedger(dataSource), new Progress()];
    const running: RunningAttempt[] = [];
    for (let slot = 0; slot < 16; slot += 1)
      running.push(
        new RunningAttempt((await claims.claim('sync-rules', 'any', leaseMs))[0] as ClaimedTask, ledger, Date.now() + leaseMs, progress),
      );
    const attempts = new RunningAttempts(ledger, progress);
    const renewals = jest.spyOn(ledger, 'renewAll');
    for (const attempt of running) attempts.add(attempt);
    try {
      await dataSource.transaction(async (manager) => {
        await manager.query('lock table tasks in access exclusive mode');
        await until(() => renewals.mock.calls.length === 1);
        await sleep(5_000);
        expect(renewals).toHaveBeenCalledTimes(1);
      });
      await until(() => renewals.mock.calls.length > 1);
      expect(running.every(({ isHeld }) => isHeld)).toBe(true);
    } finally {
      for (const attempt of running) attempts.remove(attempt);
    }
  });
});
