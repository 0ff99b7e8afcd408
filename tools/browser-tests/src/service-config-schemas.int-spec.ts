import { ConfigPage } from './testing/config-page';
import { WidgetTests } from './testing/widget-tests';

/** The platforms of the service offer tidy schemas: these come in place of them, on their way to the page. */
const token = 'sca_canary';

const hostile = [
  '<img src=x onerror=alert(1)>',
  '"><script>hacked=1</script>',
  "'><svg/onload=hacked=1>",
  '</style><script>hacked=1</script>',
  '</title></textarea></option></select><img src=x onerror=hacked=1>',
  'javascript:hacked=1',
  'data:text/html,<script>hacked=1</script>',
  '{{constructor.constructor("hacked=1")()}}',
  '${hacked=1}',
  '{detail}',
  '{time}',
  '<!-- -->',
  '<![CDATA[x]]>',
  '&lt;b&gt;&amp;&#x27;',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '\u202Egnirts\u202C',
  '\u2066\u2067\u2068',
  '\u200B\u200D\uFEFF',
  'مرحبا بالعالم',
  'שלום (a)',
  'Z̷̡̢͖̦͓͊a̴͕̎l̸g̵o̷',
  '👩‍👩‍👧‍👦🏳️‍🌈',
  '\uD800',
  'x'.repeat(10_000),
  'a\tb\nc',
  '%s%n%x',
  "'; drop table connections; --",
  '<a href="javascript:hacked=1">click</a>',
  '<service-config token="x"></service-config>',
];

let tests: WidgetTests;
let page: ConfigPage;

beforeAll(async () => {
  tests = await WidgetTests.start();
});
afterEach(async () => {
  expect(page.visitor.errors).toEqual([]);
  expect(await page.visitor.leaksOf(token)).toEqual([]);
  await page.close();
});
afterAll(() => tests.stop());

const option = (value: unknown, label: unknown = value) => ({ value, label });
const field = (type: unknown, name: unknown, more: object = {}) => ({
  type,
  name,
  label: name,
  required: false,
  options: [option('a'), option('b')],
  ...more,
});
const shown = async (fields: unknown, configuration: unknown = {}, width = 800) => {
  const options = { viewport: { width, height: 900 } };
  page = await ConfigPage.open(tests, { token, options, prepare: (it) => it.offer(fields, configuration) });
  await page.says(/^$|There is/);
  return page.host;
};
const echoed = (body: unknown) => page.answer('PATCH', { status: 200, body: { configuration: body } });
const save = async () => {
  await page.button('Save').click();
  await page.says('Changes saved');
};

describe('hostile labels and names are shown literally', () => {
  const expectHarmless = async () => {
    expect(await page.page.evaluate(() => 'hacked' in globalThis)).toBe(false);
    expect(await page.host.evaluate((it) => it.shadowRoot?.querySelectorAll('img, script, svg, style, a, service-config').length)).toBe(0);
  };

  it.each(['radio', 'multiselect'])('as options of a %s', async (type) => {
    const host = await shown([field(type, 'x', { options: hostile.map((text) => option(text)) })]);
    expect(await host.locator('.option bdi').evaluateAll((all) => all.map((it) => it.textContent))).toEqual(hostile);
    await expectHarmless();
  });

  it('as options of a select', async () => {
    const host = await shown([field('select', 'x', { options: hostile.map((text) => option(text)) })]);
    expect(await host.locator('option[dir=auto]').evaluateAll((all) => all.map((it) => it.textContent))).toEqual(hostile);
    await expectHarmless();
  });

  it('as names and labels of fields, of known and unknown types; each keeps its own value', async () => {
    const types = ['radio', 'select', 'multiselect', 'colour'];
    const fields = hostile.map((name, at) => field(types[at % 4], name));
    const host = await shown(fields, JSON.parse(`{${hostile.map((name) => `${JSON.stringify(name)}: "b"`).join()}}`));
    expect(await host.locator('.label bdi').evaluateAll((all) => all.map((it) => it.textContent))).toEqual(hostile);
    expect(await host.locator('input:checked, option:checked').count()).toBe(24);
    await expectHarmless();
  });

  it('as stored values that are not among the options', async () => {
    const host = await shown([field('multiselect', 'x')], { x: hostile });
    expect(await host.locator('.option:has(.hint) bdi').evaluateAll((all) => all.map((it) => it.textContent))).toEqual(hostile);
    await expectHarmless();
  });

  it('as what the service says about a field and about none', async () => {
    await shown([field('radio', 'x')]);
    const errors = hostile.map((detail, at) => ({ pointer: at === 0 ? '/configuration/x' : '/other', detail }));
    await page.answer('PATCH', { status: 422, body: { errors } });
    await page.choice('a').check();
    await page.button('Save').click();
    await page.says('Please check');
    expect(await page.host.locator('.error').textContent()).toBe(`Not accepted: \u2068${hostile[0]}\u2069`);
    const details = await page.status.locator('bdi').evaluateAll((all) => all.map((it) => it.textContent));
    expect(details).toEqual(hostile.slice(1).map((text) => text.trim()));
    await expectHarmless();
  });

  it('and are sent as they are, __proto__ included', async () => {
    await shown(hostile.slice(14, 19).map((name) => field('radio', name)));
    await echoed({});
    for (const input of await page.host.locator('.option:first-child input').all()) await input.check();
    await page.button('Save').click();
    await page.says('Changes saved');
    expect(Object.entries(page.sent[0] as object)).toEqual(hostile.slice(14, 19).map((name) => [name, 'a']));
  });

  it.each([320, 1200])('nothing is wider than the page of %d pixels', async (width) => {
    const fields = ['radio', 'select', 'multiselect', 'colour'].map((type) =>
      field(type, `${type}${'x'.repeat(10_000)}`, { options: hostile.map((text) => option(text)) }),
    );
    await shown(fields, {}, width);
    expect(await page.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  });
});

describe('a select', () => {
  const chosen = () => page.host.locator('select').evaluate((it) => (it as HTMLSelectElement).selectedOptions[0]?.text);

  it('that is not required can be emptied again once a value is stored: null is sent', async () => {
    const host = await shown([field('select', 'x')], { x: 'a' });
    expect(await chosen()).toBe('a');
    await host.locator('select').selectOption({ label: '–' });
    await echoed({ x: null });
    await save();
    expect(page.sent).toEqual([{ x: null }]);
    expect(await chosen()).toBe('–');
  });

  it('that is not required and has no value: emptied again it is not changed', async () => {
    const host = await shown([field('select', 'x')]);
    await host.locator('select').selectOption({ label: 'b' });
    await page.says('Unsaved changes');
    await host.locator('select').selectOption({ label: '–' });
    await page.says(/^$/);
  });

  it('that is required cannot be emptied', async () => {
    const host = await shown([field('select', 'x', { required: true })], { x: 'a' });
    const offered = await host.locator('option').evaluateAll((all) => all.map((it) => !(it as HTMLOptionElement).disabled));
    expect(offered).toEqual([false, true, true]);
  });
});

describe('what the widget does not know', () => {
  it('an unknown field type says so and keeps its value', async () => {
    const host = await shown([field('colour', 'odd', { required: true }), field('radio', 'x')], { odd: { red: 1 }, x: 'a' });
    expect(await host.getByRole('group', { name: 'odd' }).locator('.hint').textContent()).toBe(
      'This cannot be shown here and stays as it is.',
    );
    await echoed({ odd: { red: 1 }, x: 'b' });
    await page.choice('b').check();
    await save();
    expect(page.sent).toEqual([{ x: 'b' }]);
  });

  it('an error of the service at a field of an unknown type is shown there and has the focus', async () => {
    await shown([field('radio', 'x'), field('colour', 'odd', { required: true })]);
    await page.answer('PATCH', { status: 422, body: { errors: [{ pointer: '/configuration/odd', detail: 'is required' }] } });
    await page.choice('b').check();
    await page.button('Save').click();
    await page.says('Please check');
    expect(await page.focused()).toContain('is required');
  });

  it.each(['radio', 'select'])(
    'a value that is not among the options of a %s is shown as such and kept until the user changes it',
    async (type) => {
      const host = await shown([field(type, 'x'), field('radio', 'y', { options: [option('c'), option('d')] })], { x: 'old' });
      const gone = type === 'select' ? host.locator('option:checked') : host.locator('.option:has(:checked)');
      expect((await gone.textContent())?.replace(/[\u2068\u2069]/g, '')).toBe('old (no longer available)');
      await echoed({ x: 'old', y: 'd' });
      await page.choice('d').check();
      await save();
      expect(page.sent).toEqual([{ y: 'd' }]);
      if (type === 'select') await host.locator('select').selectOption({ label: 'b' });
      else await page.choice('b').check();
      const answered = page.answered('PATCH');
      await page.button('Save').click();
      await answered;
      expect(page.sent[1]).toEqual({ x: 'b' });
    },
  );

  it('a value of a list that is not among the options stays in the list until the user takes it out', async () => {
    await shown([field('multiselect', 'x')], { x: ['old', 'a'] });
    await echoed({});
    await page.choice('b').check();
    await save();
    expect(page.sent).toEqual([{ x: ['a', 'b', 'old'] }]);
  });

  it('parts that are malformed are left out, and a message says so', async () => {
    const host = await shown(
      [5, null, field('radio', 7), field('radio', 'x'), field('select', 'x'), field('radio', 'y', { options: 'none' })],
      [],
    );
    expect(await host.locator('.label bdi').allTextContents()).toEqual(['x', 'y']);
    expect(await host.locator('.frame > .hint').textContent()).toBe('This cannot be shown here and stays as it is.');
  });

  it.each([[[]], [[5]]])('a schema with no field that could be shown has nothing to set up: %j', async (fields) => {
    await shown(fields);
    await page.says('There is nothing to set up here.');
  });
});

describe('few and many options', () => {
  it.each(['select', 'multiselect', 'radio'])('a %s without options says so, and nothing is made up', async (type) => {
    const host = await shown([field(type, 'x', { options: [] })]);
    expect(await host.locator('.control').textContent()).toBe('There is nothing to set up here.');
    expect(await host.locator('select, input').count()).toBe(0);
  });

  it.each(['select', 'multiselect', 'radio'])('a required %s without options is not demanded: the service judges', async (type) => {
    await shown([field(type, 'x', { options: [], required: true }), field('radio', 'y')]);
    await echoed({ y: 'b' });
    await page.choice('b').check();
    await save();
    expect(page.sent).toEqual([{ y: 'b' }]);
  });

  it('a required opt-in that is absent means unrestricted: it is shown so, and saved so', async () => {
    const host = await shown([field('multiselect', 'data_types', { required: true }), field('radio', 'y', { options: [option('c')] })]);
    expect(await host.getByRole('checkbox', { checked: true }).count()).toBe(2);
    await echoed({ data_types: ['a', 'b'], y: 'c' });
    await page.choice('a').uncheck();
    await page.choice('a').check();
    await page.says(/^$/);
    await page.choice('c').check();
    await save();
    expect(page.sent).toEqual([{ data_types: ['a', 'b'], y: 'c' }]);
  });

  it.each(['select', 'radio', 'multiselect'])('500 options of a %s are usable', async (type) => {
    const many = Array.from({ length: 500 }, (_, at) => option(`v${at}`, `Label ${at}.`));
    const host = await shown([field(type, 'x', { options: many })], { x: type === 'multiselect' ? ['v1'] : 'v1' });
    await echoed({});
    if (type === 'select') await host.locator('select').selectOption({ label: 'Label 499.' });
    else await page.choice('Label 499.').check();
    // However many there are, the rest of the page stays in reach.
    expect((await host.boundingBox())?.height).toBeLessThan(800);
    await save();
    expect(page.sent).toEqual([{ x: type === 'multiselect' ? ['v1', 'v499'] : 'v499' }]);
  });

  it('a select in which nothing is chosen yet asks for a choice, and has it back when the choice is discarded', async () => {
    const host = await shown([field('select', 'x', { required: true })]);
    const chosen = () => host.locator('option:checked').textContent();
    expect(await chosen()).toBe('Please choose');
    await host.locator('select').selectOption({ label: 'b' });
    await page.says('Unsaved changes');
    await page.button('Discard').click();
    await page.says(/^$/);
    expect(await chosen()).toBe('Please choose');
  });

  it('labels that are the same, and one that is missing', async () => {
    const twice = { options: [option('a', 'Same'), option('b', 'Same'), option('c', null)] };
    const host = await shown([field('radio', 'x', { ...twice, label: 'Twin' }), field('radio', 'y', { ...twice, label: 'Twin' })]);
    await echoed({});
    expect(await host.locator('bdi').allTextContents()).toEqual(['Twin', 'Same', 'Same', 'c', 'Twin', 'Same', 'Same', 'c']);
    await page.choice('Same').nth(3).check();
    await save();
    expect(page.sent).toEqual([{ y: 'b' }]);
  });
});
