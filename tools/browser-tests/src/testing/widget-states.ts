import type { Locator } from 'playwright-core';
import type { Fault, Visitor } from './visitor';
import type { WidgetScript, WidgetTests } from './widget-tests';

const connect = '/api/system-connections/connect';
const status = /\/api\/widget\/connections\/[^/]+\/status$/;
const configuration = '/api/widget/configuration';

/** A page with one empty place for a widget, whose script is there. */
export interface Stage {
  tests: WidgetTests;
  visitor: Visitor;
  /** Puts the element into its place. */
  put: (properties?: Record<string, unknown>) => Promise<unknown>;
  /** The first one of that name. */
  part: (name: string) => Locator;
}

/** What a widget can look like, and how it comes to that. */
export interface WidgetState {
  element: 'service-connector' | 'service-config';
  name: string;
  reach: (stage: Stage) => Promise<unknown>;
}

export const scriptOf: Record<WidgetState['element'], WidgetScript> = {
  'service-connector': 'connector-widget.js',
  'service-config': 'widget.js',
};

const shop = { system: 'mailing_platform', connection: 'commerce_a' };
const failures: Record<string, Fault> = {
  failed: { status: 500 },
  busy: { status: 429, headers: { 'Retry-After': '30' } },
  refused: { status: 401 },
  offline: 'offline',
};

/** Requests to the path are never answered. */
async function held({ visitor }: Stage, path: string): Promise<void> {
  await visitor.page.route(
    (url) => url.pathname === path,
    () => undefined,
  );
}

async function instructing({ tests, put }: Stage, besides: Record<string, unknown> = {}): Promise<void> {
  const { tenantId, token } = await tests.service.tenant();
  await put({ ...shop, tenantId, token, ...besides });
}

/** The connection token, as it is shown. */
async function token(stage: Stage): Promise<string> {
  await instructing(stage);
  await stage.part('button').click();
  return stage.visitor.page.locator('service-connector input').inputValue();
}

/** Once the first look at the pending connection was answered. */
async function looked(stage: Stage, fault: Fault): Promise<void> {
  const { page } = stage.visitor;
  await stage.visitor.fault(status, fault);
  const answered = page.waitForResponse((response) => status.test(response.url()) && response.request().method() === 'GET');
  await token(stage);
  await answered;
  await page.waitForTimeout(300);
}

const looks: Record<string, Fault> = {
  'no answer': { status: 500 },
  refused: { status: 401 },
  gone: { status: 404 },
  'in error': { status: 200, body: { id: 'x', status: 'error' } },
};

const connectorStates: [name: string, reach: WidgetState['reach']][] = [
  ['initializing', async (stage) => (await held(stage, connect), await stage.put(shop), await stage.part('spinner').waitFor())],
  ...Object.entries(failures).map(([name, fault]): (typeof connectorStates)[number] => [
    `initializing, ${name}`,
    async ({ visitor, put, part }) => (await visitor.fault(connect, fault), await put(shop), await part('notice').waitFor()),
  ]),
  ['instructing', async (stage) => (await instructing(stage), await stage.part('button').waitFor())],
  [
    'instructing, unknown platform',
    async (stage) => (await instructing(stage, { connection: 'commerce_x' }), await stage.part('button').waitFor()),
  ],
  [
    'instructing, no token',
    async (stage) => {
      await instructing(stage);
      await stage.visitor.fault(connect, { status: 500 });
      await stage.part('button').click();
      await stage.part('notice').waitFor();
    },
  ],
  ['instructing, token', token],
  ['instructing, token copied', async (stage) => (await token(stage), await stage.part('button').click())],
  [
    'instructing, token expired',
    async (stage) => {
      await instructing(stage);
      const body = {
        connection_token: `scc_${'x'.repeat(43)}`,
        expires_at: '2026-01-01T00:00:00.000Z',
        connection_id: '01960000-0000-7000-8000-000000000001',
      };
      await stage.visitor.fault(connect, { status: 201, body });
      await stage.part('button').click();
      await stage.visitor.page.waitForTimeout(500);
    },
  ],
  ...Object.entries(looks).map(([name, fault]): (typeof connectorStates)[number] => [
    `instructing, ${name}`,
    (stage) => looked(stage, fault),
  ]),
  [
    'connected',
    async (stage) => {
      await stage.tests.service.finalise('demo-shop-a', await token(stage));
      await stage.visitor.page.locator('service-connector .success').waitFor();
    },
  ],
  [
    'connected, direct system',
    async ({ visitor, put }) => (await put({ system: shop.system }), await visitor.page.locator('service-connector .success').waitFor()),
  ],
];

const options = ['First', 'Second', 'Third'].map((label) => ({ value: label.toLowerCase(), label }));
const everyField = [
  { type: 'select', name: 'one', label: 'One of them', required: true, options },
  { type: 'multiselect', name: 'many', label: 'As many as you like', required: false, options },
  { type: 'radio', name: 'either', label: 'Exactly one', required: true, options },
  { type: 'slider', name: 'unknown', label: '<img src=x onerror=alert(1)>', required: false, options: [] },
  { type: 'select', name: 'empty', label: '</style><script>alert(1)</script>', required: false, options: [] },
];

/** Of a shop, from the real service. */
async function form({ tests, visitor, put }: Stage): Promise<void> {
  const { widgetToken } = await tests.service.linkedShop('demo-shop-b', await tests.service.tenant());
  await put({ token: widgetToken });
  await visitor.page.locator('service-config select').waitFor();
}

async function offered({ visitor, put }: Stage, values: Record<string, unknown>): Promise<void> {
  await visitor.fault(configuration, { status: 200, body: { schema: { fields: everyField }, configuration: values } }, 1);
  await put({ token: 'sca_x' });
  await visitor.page.locator('service-config select').first().waitFor();
}

async function changed({ visitor }: Stage): Promise<void> {
  await visitor.page.locator('service-config input[type="checkbox"]').first().click();
}

const configStates: [name: string, reach: WidgetState['reach']][] = [
  [
    'loading',
    async (stage) => (await held(stage, configuration), await stage.put({ token: 'sca_x' }), await stage.part('spinner').waitFor()),
  ],
  ['form', form],
  ['form, unsaved', async (stage) => (await form(stage), await changed(stage))],
  [
    'form, saved',
    async (stage) => {
      await form(stage);
      await changed(stage);
      await stage.part('button').click();
      await stage.visitor.page.waitForFunction(() => (globalThis as unknown as { seenEvents: unknown[] }).seenEvents.length > 0);
    },
  ],
  ['form, every type of field', (stage) => offered(stage, { one: 'second', many: ['first', 'gone'], either: 'third', unknown: 3 })],
  [
    'form, something missing',
    async (stage) => (await offered(stage, {}), await changed(stage), await stage.part('button').click(), await errors(stage)),
  ],
  [
    'form, refused values',
    async (stage) => {
      await offered(stage, { one: 'second', either: 'third' });
      await changed(stage);
      const body = {
        errors: [
          { pointer: '/configuration/one', detail: 'It is not one of the options.' },
          { pointer: '/', detail: 'Nor is this.' },
        ],
      };
      await stage.visitor.fault(configuration, { status: 422, body });
      await stage.part('button').click();
      await errors(stage);
    },
  ],
  ...Object.entries({
    ...failures,
    ended: { status: 403 },
    'no settings': { status: 200, body: { schema: null, configuration: {} } },
  } as Record<string, Fault>).map(([name, fault]): (typeof configStates)[number] => [
    name,
    async ({ visitor, put }) => {
      await visitor.fault(configuration, fault);
      await put({ token: 'sca_x' });
      await visitor.page.locator('service-config [part="spinner"]').waitFor({ state: 'detached' });
      await visitor.page.locator('service-config p').first().waitFor();
    },
  ]),
  ['no access', async ({ put, part }) => (await put(), await part('notice').waitFor())],
];

async function errors({ visitor }: Stage): Promise<void> {
  await visitor.page.locator('service-config .error').first().waitFor();
}

export const widgetStates: readonly WidgetState[] = [
  ...connectorStates.map(([name, reach]) => ({ element: 'service-connector' as const, name, reach })),
  ...configStates.map(([name, reach]) => ({ element: 'service-config' as const, name, reach })),
];

/** The stage on a page that is open: it has an element with the id `place`. */
export function stageOf(
  tests: WidgetTests,
  visitor: Visitor,
  element: WidgetState['element'],
  besides: Record<string, unknown> = {},
): Stage {
  const put: Stage['put'] = (properties) =>
    visitor.page.evaluate(
      ([tag, given]) => document.getElementById('place')?.replaceChildren(Object.assign(document.createElement(tag), given)),
      [element, { ...besides, ...properties }] as const,
    );
  return { tests, visitor, put, part: (name) => visitor.page.locator(`${element} [part~="${name}"]`).first() };
}
