import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@sync/test-harness';
import type { AdminVisit } from '../testing/admin-tests';
import { heapHolds } from '../testing/heap';
import type { PanelSuite } from '../testing/panel-suite';

export const canary = 'canary-of-a-customer@mail.example';
const forgetMs = 20_000;

/** Work that fails permanently, as soon as the worker has tried it. Returns its id. */
export async function failWork(panel: PanelSuite): Promise<string> {
  await panel.service.sendUnusableWebhook(panel.shopA, { id: 515, email: canary });
  const failed = () => panel.query<{ id: string }>(`select id from tasks where state = 'failed' and name = 'process-webhook'`);
  await until(async () => (await failed()).length > 0);
  return (await failed())[0]?.id ?? '';
}

/** `failedTask`: of `failWork`. */
export function describeFailedWork(panel: PanelSuite, failedTask: () => string): void {
  let visit: AdminVisit;
  const dialog = () => visit.page.getByRole('dialog');

  it('is retried', async () => {
    await panel.query(
      `insert into tasks (id, queue, name, payload, state, attempts, max_attempts, last_error, finished_at)
       values (gen_random_uuid(), 'sync-rules', 'derive-sync-rules', $1, 'failed', 5, 5, 'The database was away.', now())`,
      [{ tenantId: panel.tenant.tenantId }],
    );
    visit = await panel.as(panel.root, 'failed-work?queue=sync-rules');
    await visit.shows('The database was away.');
    await visit.press('Retry');
    await visit.shows('It is retried now.');
    await visit.shows('No failed work.');
  });

  it('reveals its payload with a reason; the audit log has it, and the page forgets it with the dialog', async () => {
    visit = await panel.as(panel.root, 'failed-work');
    await visit.page.getByRole('link', { name: 'process-webhook' }).click();
    await visit.isOn('Failed work: process-webhook');
    await visit.shows('The webhook does not say what it is about: its topic header is missing.');
    await visit.press('Reveal payload');
    await dialog().getByRole('button', { name: 'Reveal payload' }).click();
    expect(
      await dialog()
        .getByLabel('Reason')
        .evaluate((field: HTMLInputElement) => field.validity.valueMissing),
    ).toBe(true);
    await dialog().getByLabel('Reason').fill('The shop asks which order is missing.');
    await dialog().getByRole('button', { name: 'Reveal payload' }).click();
    // Not by a locator with the text, which the page would remember.
    expect(await dialog().locator('pre').last().textContent()).toContain(canary);
    expect(await heapHolds(visit.page, canary)).toBe(true);
    await visit.confirm('Done');
    // What drops it is not all done at once.
    for (const end = Date.now() + forgetMs; Date.now() < end && (await heapHolds(visit.page, canary)); await sleep(500));
    expect(await heapHolds(visit.page, canary)).toBe(false);
    expect(await visit.visitor.leaksOf(canary)).toEqual([]);
    expect(await panel.audited('failed_task.reveal')).toMatchObject({ reason: 'The shop asks which order is missing.' });
  });

  it('is discarded from its own page, whose address then says that it is gone', async () => {
    visit = await panel.as(panel.root, `failed-work/${failedTask()}`);
    await visit.press('Discard');
    await dialog().getByLabel('Reason').fill('The shop sent it again.');
    await visit.confirm('Discard');
    await visit.isOn('Failed work');
    await visit.shows('No failed work.');
    await visit.page.goBack();
    await visit.shows('This work is no longer failed: it was retried or discarded.');
  });
}
