import { AdminApiUnderTest } from '../testing/admin-api-under-test';

let api: AdminApiUnderTest;
beforeAll(async () => (api = await AdminApiUnderTest.start()));
afterAll(() => api.stop());

it('is served with its reference page, as an API of its own', async () => {
  const { body } = await api.get<{ info: { title: string } }>('/api/admin/openapi.json');
  expect(body.info.title).toContain('admin API');
  const page = await fetch(`${api.url}/api/admin/docs`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('href="/api/admin/openapi.json"')]);
});
