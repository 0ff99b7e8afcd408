import { look } from '../testing/look';
import { ReferencePage } from '../testing/reference-page';
import { Visitor } from '../testing/visitor';
import type { RunningWidgets } from '../testing/widget-suite';

/** The reference of the API as a newcomer uses it. */
export function describeReference(running: RunningWidgets): void {
  let visitor: Visitor;
  const tryIt = (path: string, method: string) => new ReferencePage(visitor.page).tryIt(path, method);

  beforeAll(async () => {
    visitor = await Visitor.with(running.tests.browser, { permissions: ['clipboard-read', 'clipboard-write'] });
    await visitor.page.goto(`${running.tests.service.url}/api/docs`);
    await visitor.page.locator('#search').waitFor();
  });
  afterAll(() => visitor.close());

  it('is searched and left by keyboard alone', async () => {
    const { page } = visitor;
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('post REGISTER');
    expect(await page.locator('#operations li:visible').allInnerTexts()).toHaveLength(2);
    expect(await page.locator('#found').innerText()).toBe('2 operations');
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).hash).toBe('#register');
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Escape');
    expect(await page.locator('#operations li:visible').count()).toBeGreaterThan(50);
  });

  it('has a first call on top whose copy runs against the service as it is', async () => {
    const { page } = visitor;
    await page.getByRole('button', { name: 'Copy curl' }).first().click();
    await page.getByText('Copied').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain(`curl -sS -X POST '${running.tests.service.url}/api/system-connections/connect'`);
    expect(copied).not.toMatch(/authorization|\{base_url\}/);
  });

  it('tries operations: the first call gives the token that the next one carries, and nothing stores it', async () => {
    const { page } = visitor;
    const connect = await tryIt('/api/system-connections/connect', 'POST');
    await connect.locator('textarea').fill('{"system_slug": "mailing_platform"}');
    await connect.getByRole('button').click();
    await connect.getByText(/^201 Created in \d+ ms/).waitFor();
    const token = await page.locator('#token').inputValue();
    expect(token).toMatch(/^sca_/);

    const list = await tryIt('/api/system-connections', 'GET');
    await list.locator('input[name="limit"]').fill('1');
    await list.getByRole('button').click();
    await list.getByText(/^200 OK/).waitFor();
    expect(await list.locator('.result').innerText()).toMatch(/x-request-id: .*"system": \{/s);

    const get = await tryIt('/api/system-connections/{id}', 'GET');
    await get.locator('input').fill('a/b');
    await get.getByRole('button').click();
    await get.getByText(/^4\d\d /).waitFor();
    const [sent] = visitor.requestsTo(/system-connections\/a/);
    expect([new URL(sent!.url).pathname, sent!.headers['authorization']]).toEqual(['/api/system-connections/a%2Fb', `Bearer ${token}`]);
    expect(visitor.requestsTo('/connect').map(({ headers }) => headers['authorization'])).toEqual([undefined]);
    const places = ['storage', 'location'];
    expect((await visitor.leaksOf(token)).filter((place) => places.includes(place) || place.includes('http'))).toEqual([]);
  });

  it('shows the first 200,000 characters of a body that does not end', async () => {
    await visitor.fault('/api/widget/connection', { status: 200, body: 'x'.repeat(300_000) }, 1, 'GET');
    const get = await tryIt('/api/widget/connection', 'GET');
    await get.getByRole('button').click();
    await get.getByText('cut off after 200000 characters').waitFor();
    expect((await get.locator('.result pre').last().innerText()).length).toBe(200_000);
    await visitor.fault('/api/widget/connection', 'offline', 1, 'GET');
    await get.getByRole('button').click();
    await get.getByText('No complete response').waitFor();
  });

  it('is accessible at 390 and 1280 pixels in light and dark, with parts open, and breaks no policy', async () => {
    const { page } = visitor;
    // Axe takes a minute for every operation, and the same code makes them all.
    await page.evaluate(() => {
      for (const one of document.querySelectorAll<HTMLElement>('section:nth-of-type(n + 7)')) one.hidden = true;
      for (const one of document.querySelectorAll('details')) one.open = true;
    });
    await look(page, '/api/docs', [1280, 390]);
    expect([visitor.errors, await visitor.events()]).toEqual([[], []]);
  });
}
