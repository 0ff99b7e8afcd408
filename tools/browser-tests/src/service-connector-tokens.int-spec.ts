import { connectPath, statusPath } from './testing/api-paths';
import { describedConnector } from './testing/described-connector';
import type { Fault } from './testing/visitor';

const { system, tests, tenant, at, known } = describedConnector();

describe('a token without a tenant-id', () => {
  it('is never used: after the initialisation only its own tenant and token', async () => {
    const page = await at({ system, connection: 'commerce_a', token: tenant().token });
    const connectionToken = await page.newToken();
    await page.until(() => page.looks().length > 0);
    const [initialized] = await page.visitor.events();
    const { token, tenant_id: tenantId } = initialized?.detail as { token: string; tenant_id: string };
    const [first, ...others] = page.visitor.requestsTo(/\/api\//);
    expect(first?.headers).not.toHaveProperty('authorization');
    expect(others.length).toBeGreaterThanOrEqual(2);
    for (const { headers } of others) expect(headers.authorization).toBe(`Bearer ${token}`);
    const { id } = (await tests().service.finalise('demo-shop-a', connectionToken)) as { id: string };
    await page.connected.waitFor();
    const [row] = await tests().service.database.dataSource.query<{ tenant_id: string }[]>(
      'select tenant_id from system_connections where id = $1',
      [id],
    );
    expect(row?.tenant_id).toBe(tenantId);
  });

  it('set after the initialisation is not used either; set with its tenant-id it is', async () => {
    const page = await at({ system, connection: 'commerce_a' });
    await page.generate.waitFor();
    const [initialized] = await page.visitor.events();
    const { token, tenant_id: tenantId } = initialized?.detail as { token: string; tenant_id: string };
    const give = (given: object) => page.host.evaluate((element, to) => void Object.assign(element, to), given);
    const bearers = () => page.visitor.requestsTo(connectPath).map(({ headers }) => headers.authorization);
    await give({ token: 'sca_other' });
    await page.newToken();
    await give({ tenantId });
    await page.another.click();
    await page.page.getByText('No access').first().waitFor();
    await give({ token });
    await page.newToken();
    expect(bearers()).toEqual([undefined, `Bearer ${token}`, 'Bearer sca_other', `Bearer ${token}`]);
  });
});

it('spaces and line breaks around a token do not count', async () => {
  const page = await at({ ...known(), token: ` ${tenant().token}\n` });
  expect(await page.newToken()).toMatch(/^scc_/);
  expect(page.visitor.requestsTo(connectPath)[0]?.headers.authorization).toBe(`Bearer ${tenant().token}`);
});

it('a token of nothing but spaces is none', async () => {
  const page = await at({ ...known(), token: ' \n' });
  await page.generate.click();
  await page.page.getByText('No access').first().waitFor();
  expect(page.visitor.requestsTo(connectPath)[0]?.body).toBe(JSON.stringify({ tenant_id: tenant().tenantId }));
});

describe('a new token', () => {
  it.each([
    ['401', { status: 401 }],
    ['403', { status: 403 }],
    ['500', { status: 500 }],
    ['unreachable', 'offline'],
  ] as [string, Fault][])('starts a failed initialisation anew: %s', async (_name, fault) => {
    const page = await at({ system }, { prepare: (visitor) => visitor.fault(connectPath, fault, 1) });
    await page.retry.waitFor();
    await page.host.evaluate((element) => void Object.assign(element, { token: 'sca_new' }));
    await page.connected.waitFor();
    const asked = page.visitor.requestsTo(connectPath);
    expect(asked).toHaveLength(2);
    for (const { headers } of asked) expect(headers).not.toHaveProperty('authorization');
  });

  it('"Retry-After respected": not before', async () => {
    const fault: Fault = { status: 429, headers: { 'Retry-After': '90' } };
    const page = await at({ system }, { prepare: (visitor) => visitor.fault(connectPath, fault) });
    await page.retry.waitFor();
    await page.host.evaluate((element) => void Object.assign(element, { token: 'sca_new' }));
    await page.page.waitForTimeout(300);
    expect(await page.text()).toMatch(/Please try again in \d+ seconds\./);
    expect(page.visitor.requestsTo(connectPath)).toHaveLength(1);
  });

  it('is used from then on, and what was refused is asked again', async () => {
    const page = await at({ ...known(), token: 'sca_unknown' });
    await page.generate.click();
    await page.page.getByText('No access').first().waitFor();
    await page.host.evaluate((element, token) => void Object.assign(element, { token }), tenant().token);
    await page.page.getByText('No access').first().waitFor({ state: 'detached' });
    expect(await page.newToken()).toMatch(/^scc_/);
  });

  it('lets a refused polling go on', async () => {
    const page = await at(known());
    const token = await page.newToken();
    await page.visitor.fault(statusPath, { status: 401 }, 1);
    await page.page.getByText('No access').first().waitFor();
    const { widgetToken } = await tests().service.linkedShop('demo-shop-b', tenant());
    await page.host.evaluate((element, given) => void Object.assign(element, { token: given }), widgetToken);
    await tests().service.finalise('demo-shop-a', token);
    await page.connected.waitFor();
  });
});
