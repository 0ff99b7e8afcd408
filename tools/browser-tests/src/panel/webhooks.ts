import { until } from '@sync/test-harness';
import { axeFindings } from '../testing/axe';
import type { PanelSuite } from '../testing/panel-suite';
import { startReceiver } from '../testing/receiver';
import { openSection } from './doctor-and-records';

const secret = 'canary-of-a-caller';

export function describeWebhooks(panel: PanelSuite): void {
  it('of a product say which endpoint takes none and why; it is enabled, and gets a delivery again', async () => {
    const { token, connectionId } = panel.tenant;
    const receiver = await startReceiver();
    const body = { url: `${receiver.url}?token=${secret}`, events: ['person.erased'] };
    const { id } = await panel.service.ask<{ id: string }>('POST', '/api/webhook-endpoints', { token, body });
    await panel.service.ask('POST', `/api/webhook-endpoints/${id}/test`, { token });
    const isDisabled = () => panel.query(`select from webhook_endpoints where id = $1 and status = 'disabled'`, [id]);
    await until(async () => (await isDisabled()).length === 1);

    const visit = await panel.as(await panel.support('mailing_platform'), 'dashboard');
    const off = 'Webhook endpoints off';
    const part = visit.page.getByRole('region', { name: new RegExp(`^${off}`) });
    await part.getByRole('link', { name: 'Show in the list' }).click();
    await visit.page.getByLabel('Problem', { exact: true }).locator('option:checked', { hasText: off }).waitFor({ state: 'attached' });
    await visit.shows('1 found');
    await visit.page.locator(`a[href="#/connections/${connectionId}"]`).click();
    await visit.shows(/^One of its webhook endpoints is disabled/);
    expect(visit.visitor.requestsTo(/webhook-endpoints/)).toEqual([]);
    const webhooks = await openSection(visit, 'Webhooks');
    await webhooks.getByText('It responded that it is gone (410).').waitFor();
    await visit.press('Deliveries');
    const deliveries = webhooks.getByRole('group', { name: /^Deliveries to/ });
    await deliveries.getByRole('row').filter({ hasText: 'endpoint.test' }).filter({ hasText: 'Failed' }).waitFor();
    await deliveries.getByText('The endpoint responded with status 410.').waitFor();
    expect(await axeFindings(visit.page, 'html')).toEqual([]);
    expect(await visit.page.content()).not.toContain(secret);

    receiver.status = 204;
    await visit.press('Enable');
    await visit.confirm('Enable');
    await visit.shows('The endpoint is enabled.');
    await visit.shows(/^It works/);
    await visit.press('Send again');
    await visit.shows('It is sent again now.');
    await deliveries.getByRole('row').filter({ hasText: 'endpoint.test' }).filter({ hasText: 'Delivered' }).waitFor();
    expect(new Set(receiver.taken).size).toBe(1);
    await webhooks.getByLabel('Status').selectOption('Failed');
    await visit.shows('No delivery has this status.');
    expect(await panel.audited('webhook_endpoint.resend')).toMatchObject({
      after: { delivery_id: receiver.taken[0], connection_id: connectionId },
    });
    receiver.stop();
  });

  it('of a product without an endpoint are said to be none, and a shop has no such part', async () => {
    const other = await panel.service.tenant('user-platform');
    const visit = await panel.as(panel.root, `connections/${other.connectionId}`);
    await openSection(visit, 'Webhooks');
    await visit.shows('The product has no webhook endpoint.');
    await visit.page.goto(`${panel.service.url}/admin/#/connections/${panel.shopA}`);
    await visit.isOn(/^Commerce A/);
    await visit.page.locator('summary', { hasText: 'Records' }).waitFor();
    expect(await visit.page.locator('summary', { hasText: 'Webhooks' }).count()).toBe(0);
  });
}
