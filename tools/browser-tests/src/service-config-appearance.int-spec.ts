import { axeFindings } from './testing/axe';
import { ConfigPage, configurationPath } from './testing/config-page';
import type { Fault } from './testing/visitor';
import { WidgetTests } from './testing/widget-tests';

let tests: WidgetTests;
let token: string;
let page: ConfigPage;

beforeAll(async () => {
  tests = await WidgetTests.start();
  token = (await tests.service.linkedShop('demo-shop-a', await tests.service.tenant())).widgetToken;
});
afterEach(() => page.close());
afterAll(() => tests.stop());

const odd = [
  { type: 'colour', name: 'odd', label: 'Odd', required: true, options: [] },
  { type: 'radio', name: 'none', label: 'None', required: false, options: [] },
  { type: 'select', name: 'gone', label: 'Gone', required: true, options: [{ value: 'a', label: 'A' }] },
  {
    type: 'multiselect',
    name: 'many',
    label: 'Many',
    required: true,
    options: Array.from({ length: 500 }, (_, at) => ({ value: `${at}`, label: `Label ${at}` })),
  },
  5,
];
const [, , , many] = odd;

const refusal = {
  errors: ['direction', 'data_types', 'other'].map((name) => ({ pointer: `/configuration/${name}`, detail: 'is not it' })),
};
const onLoad = (fault: Fault) => (it: ConfigPage) => it.answer('GET', fault);
const change = () => page.host.locator('input[type=radio]').last().check();
const save = () => page.host.locator('button').last().click();
const saveWith = (fault: Fault) => async () => {
  await page.answer('PATCH', fault);
  await change();
  await save();
  await page.host.locator('.danger').waitFor();
};

/** Every state: what happens before the token is there, and what the visitor does then. */
const states: Record<string, { prepare?: (it: ConfigPage) => Promise<unknown>; act?: () => Promise<unknown> }> = {
  loading: { prepare: (it) => it.hold('GET'), act: () => page.host.locator('.spinner').waitFor() },
  'no access': { prepare: onLoad({ status: 401 }) },
  'no longer active': { prepare: onLoad({ status: 403 }) },
  unreachable: { prepare: onLoad('offline') },
  failed: { prepare: onLoad({ status: 500 }) },
  busy: { prepare: onLoad({ status: 429, headers: { 'Retry-After': '600' } }) },
  'nothing to set up': { prepare: onLoad({ status: 200, body: { schema: null, configuration: {} } }) },
  'odd schema': { prepare: (it) => it.offer(odd, { gone: 'old', many: ['1', 'old'] }) },
  form: {},
  unsaved: { act: () => change() },
  saving: { prepare: (it) => it.hold('PATCH'), act: async () => (await change(), await save(), page.host.locator('.spinner').waitFor()) },
  saved: {
    prepare: (it) => it.answer('PATCH', { status: 200, body: { configuration: { direction: 'both' } } }),
    act: async () => (await change(), await save(), page.host.locator('.saved').waitFor()),
  },
  'not saved': { act: saveWith({ status: 500 }) },
  refused: { act: saveWith({ status: 422, body: refusal }) },
  'required and empty': {
    prepare: (it) => it.offer([many], { many: ['1'] }),
    act: async () => (
      await page.host.getByLabel('Label 1', { exact: true }).uncheck(),
      await save(),
      page.host.locator('.error').waitFor()
    ),
  },
};

const show = async (state: string, lang: string, scheme: 'light' | 'dark', width = 800) => {
  const { prepare, act } = states[state]!;
  const head = `<style>:root { color-scheme: ${scheme}; background: ${scheme === 'dark' ? '#0b0e14' : '#fff'} }</style>`;
  const options = { viewport: { width, height: 900 } };
  let asked: Promise<unknown> | undefined;
  const prepared = (it: ConfigPage) => {
    // Until then it shows that it has no token.
    asked = it.page.waitForRequest((request) => request.url().endsWith(configurationPath) && request.method() === 'GET');
    return prepare?.(it) ?? Promise.resolve();
  };
  page = await ConfigPage.open(tests, { token, prepare: prepared, lang, head, options });
  await asked;
  if (state !== 'loading') await page.host.locator('.state:not(:has(.spinner))').waitFor();
  await act?.();
};

describe.each([
  ['en', 'light'],
  ['en', 'dark'],
  ['ar', 'light'],
  ['ar', 'dark'],
] as const)('in %s, %s: axe finds nothing', (lang, scheme) => {
  it.each(Object.keys(states))('%s', async (state) => {
    await show(state, lang, scheme);
    expect(await axeFindings(page.page, 'service-config')).toEqual([]);
    expect(page.visitor.errors).toEqual([]);
  });
});

describe('at 320 pixels nothing is cut off', () => {
  it.each(Object.keys(states))('%s', async (state) => {
    await show(state, 'de', 'light', 320);
    expect(await page.page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    const cut = await page.host.evaluate((it) =>
      [...(it.shadowRoot?.querySelectorAll<HTMLElement>('h2, p, label, legend, button, select, .options') ?? [])]
        .filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0)
        .map((part) => part.outerHTML),
    );
    expect(cut).toEqual([]);
  });
});

it('every control can be hit: 44 pixels for buttons, selects and options', async () => {
  await show('form', 'en', 'light', 320);
  const heights = await page.host.evaluate((it) =>
    [...(it.shadowRoot?.querySelectorAll('button, select, .option') ?? [])].map((part) => part.getBoundingClientRect().height),
  );
  expect(heights.length).toBe(9);
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
});

it('custom properties and parts of the page reach it, and no other style does', async () => {
  const head = `<style>
    * { display: none } html, head + body, main { display: block }
    service-config { --service-accent: rgb(1, 2, 3); --service-radius: 0px }
    service-config::part(button) { letter-spacing: 3px }
    button, h2 { color: red !important; font-size: 50px !important }
  </style>`;
  page = await ConfigPage.open(tests, { token, head });
  const button = page.button('Save');
  await button.waitFor();
  const styles = await button.evaluate((it) => {
    const { backgroundColor, letterSpacing, color, fontSize } = getComputedStyle(it);
    return { backgroundColor, letterSpacing, isRed: color === 'rgb(255, 0, 0)', fontSize };
  });
  expect(styles).toEqual({ backgroundColor: 'rgb(1, 2, 3)', letterSpacing: '3px', isRed: false, fontSize: '16px' });
});

it('offers its parts by name', async () => {
  await show('unsaved', 'en', 'light');
  const names = await page.host.evaluate((it) =>
    [...(it.shadowRoot?.querySelectorAll('[part]') ?? [])].map((part) => part.getAttribute('part')),
  );
  expect([...new Set(names)]).toEqual(['frame', 'heading', 'field', 'option', 'button-secondary', 'button']);
});
