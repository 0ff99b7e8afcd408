import type { ConfigPage } from '../testing/config-page';
import type { WidgetSuite } from '../testing/widget-suite';

const token = 'sca_canary_token';
const unknown = 'This setting cannot be shown here. It stays unchanged.';

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

const option = (value: unknown, label: unknown = value) => ({ value, label });
const hostileOptions = hostile.map((text) => option(text));
const field = (type: unknown, name: unknown, more: object = {}) => ({
  type,
  name,
  label: name,
  required: false,
  options: [option('a'), option('b')],
  ...more,
});
const texts = (locator: ReturnType<ConfigPage['button']>) => locator.evaluateAll((all) => all.map((it) => it.textContent));

/** Opens a page with this schema in place of that of the service, whose own schemas are well-formed. */
const opener =
  (suite: WidgetSuite) =>
  async (fields: unknown, configuration: unknown = {}, width = 800) => {
    const options = { viewport: { width, height: 900 } };
    const page = await suite.config({ token, options, prepare: (it) => it.offer(fields, configuration) });
    await page.says(/^$|There is/);
    return page;
  };

/** Saves, and the service then returns this configuration. */
const saveAs = async (page: ConfigPage, configuration: unknown) => {
  await page.respond('PATCH', { status: 200, body: { configuration } }, 1);
  const responded = page.responded('PATCH');
  await page.save();
  await responded;
  await page.says('Changes saved');
  return page.sent.at(-1);
};

const choose = (page: ConfigPage, type: string, label: string) =>
  type === 'select' ? page.select.selectOption({ label }) : page.choice(label).check();

export function describeHostileSchemas(suite: WidgetSuite): void {
  const open = opener(suite);
  const expectHarmless = async (page: ConfigPage) => {
    expect(await page.page.evaluate(() => 'hacked' in globalThis)).toBe(false);
    expect(await page.host.evaluate((it) => it.shadowRoot?.querySelectorAll('img, script, svg, style, a, service-config').length)).toBe(0);
  };

  it('are shown literally as options, and as stored values that are not among the options', async () => {
    const fields = [
      ...['radio', 'multiselect', 'select'].map((type) => field(type, type, { options: hostileOptions })),
      field('multiselect', 'x'),
    ];
    const page = await open(fields, { x: hostile });
    const shown = await texts(page.host.locator('.option bdi, option[dir=auto]'));
    expect(shown).toEqual([...hostile, ...hostile, ...hostile, 'a', 'b', ...hostile]);
    await expectHarmless(page);
  });

  it('are shown literally as names and labels of fields, each with its own value', async () => {
    const types = ['radio', 'select', 'multiselect', 'colour'];
    const fields = hostile.map((name, at) => field(types[at % 4], name));
    const page = await open(fields, JSON.parse(`{${hostile.map((name) => `${JSON.stringify(name)}: "b"`).join()}}`));
    expect(await texts(page.host.locator('.label bdi'))).toEqual(hostile);
    expect(await page.host.locator('input:checked, option:checked').count()).toBe(24);
    await expectHarmless(page);
  });

  it('are shown literally as errors of the service', async () => {
    const page = await open([field('radio', 'x')]);
    const errors = hostile.map((detail, at) => ({ pointer: at === 0 ? '/configuration/x' : '/other', detail }));
    await page.respond('PATCH', { status: 422, body: { errors } });
    await page.choice('a').check();
    await page.save();
    await page.says('Please check');
    expect(await page.host.locator('.error').textContent()).toBe(`Not accepted: \u2068${hostile[0]}\u2069`);
    expect(await texts(page.status.locator('bdi'))).toEqual(hostile.slice(1).map((text) => text.trim()));
    await expectHarmless(page);
  });

  it('are sent unchanged as names, __proto__ included', async () => {
    const names = hostile.slice(14, 19);
    const page = await open(names.map((name) => field('radio', name)));
    for (const input of await page.host.locator('.option:first-child input').all()) await input.check();
    expect(Object.entries((await saveAs(page, {})) as object)).toEqual(names.map((name) => [name, 'a']));
  });

  it('fit a page of 320 pixels', async () => {
    const fields = ['radio', 'select', 'multiselect', 'colour'].map((type) =>
      field(type, `${type}${'x'.repeat(10_000)}`, { options: hostileOptions }),
    );
    const { page } = await open(fields, {}, 320);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  });
}

export function describeSchemas(suite: WidgetSuite): void {
  const open = opener(suite);

  it('an optional select can be cleared, which sends null; without a stored value that is no change', async () => {
    const page = await open([field('select', 'x')], { x: 'a' });
    await page.select.selectOption({ label: '–' });
    expect(await saveAs(page, { x: null })).toEqual({ x: null });
    expect(await page.selected()).toBe('–');
    await page.select.selectOption({ label: 'b' });
    await page.says('Unsaved changes');
    await page.select.selectOption({ label: '–' });
    await page.says(/^$/);
  });

  it('a required select asks for a choice, also after discarding, and cannot be cleared', async () => {
    const page = await open([field('select', 'x', { required: true })]);
    expect(await page.selected()).toBe('Please choose');
    await page.select.selectOption({ label: 'b' });
    await page.says('Unsaved changes');
    expect(await page.host.locator('option').evaluateAll((all) => all.map((it) => !(it as HTMLOptionElement).disabled))).toEqual([
      false,
      true,
      true,
    ]);
    await page.button('Discard').click();
    await page.says(/^$/);
    expect(await page.selected()).toBe('Please choose');
  });

  it('a field of an unknown type says so, keeps its value, and shows and focuses its errors', async () => {
    const page = await open([field('radio', 'x'), field('colour', 'odd', { required: true })], { odd: { red: 1 }, x: 'a' });
    expect(await page.host.getByRole('group', { name: 'odd' }).locator('.hint').textContent()).toBe(unknown);
    await page.choice('b').check();
    expect(await saveAs(page, { odd: { red: 1 }, x: 'b' })).toEqual({ x: 'b' });
    await page.respond('PATCH', { status: 422, body: { errors: [{ pointer: '/configuration/odd', detail: 'is required' }] } });
    await page.choice('a').check();
    await page.save();
    await page.says('Please check');
    expect(await page.focused()).toContain('is required');
  });

  it.each(['select', 'radio', 'multiselect'])('500 options of a %s stay usable and low', async (type) => {
    const many = Array.from({ length: 500 }, (_, at) => option(`v${at}`, `Label ${at}.`));
    const page = await open([field(type, 'x', { options: many })], { x: type === 'multiselect' ? ['v1'] : 'v1' });
    await choose(page, type, 'Label 499.');
    expect((await page.host.boundingBox())?.height).toBeLessThan(800);
    expect(await saveAs(page, {})).toEqual({ x: type === 'multiselect' ? ['v1', 'v499'] : 'v499' });
  });

  it('fields and options may share a label, and a missing label is replaced by the value', async () => {
    const twice = { label: 'Twin', options: [option('a', 'Same'), option('b', 'Same'), option('c', null)] };
    const page = await open([field('radio', 'x', twice), field('radio', 'y', twice)]);
    expect(await page.host.locator('bdi').allTextContents()).toEqual(['Twin', 'Same', 'Same', 'c', 'Twin', 'Same', 'Same', 'c']);
    await page.choice('Same').nth(3).check();
    expect(await saveAs(page, {})).toEqual({ y: 'b' });
  });
}
