import { disconnected, failing, impaired, linkedShop, shopId, syncing } from './linked-shop';
import { failures, type Stage, type State } from './stage';
import { connectPath, shopsPath, statusPath, type Fault } from './visitor';

const keys = { system: 'mailing_platform', connection: 'commerce_a' };
const expiredText = 'This token is no longer valid.';
const failedText = 'Something went wrong.';

const another = 'Connect another shop';
const pairText = 'Commerce A → Mailing platform';

/** Controls in tab order. */
/** Without an address of the plugin, whose link is no stop then. */
const link = 'Get the plugin';
const withoutToken = [link, 'Generate token'];
const withToken = [link, 'Connection token', /^Cop(y|ied)$/, 'Generate a new token'];
const withoutValidToken = [link, 'Generate a new token'];

async function instructing({ tests, put, part }: Stage, more: Record<string, unknown> = {}): Promise<void> {
  const { tenantId, token } = await tests.service.tenant();
  await put({ ...keys, tenantId, token, ...more });
  await part('heading').waitFor();
}

const generate = (stage: Stage) => stage.part('button').click();

async function generated(stage: Stage): Promise<string> {
  await instructing(stage);
  await generate(stage);
  return stage.part('field').inputValue();
}

/** With these shops. */
async function linked(stage: Stage, ...shops: object[]): Promise<void> {
  await stage.visitor.fault(shopsPath, { status: 200, body: { data: shops, next_cursor: null } }, Infinity, 'GET');
  await instructing(stage);
}

const press = ({ visitor }: Stage, name: string) => visitor.page.getByRole('button', { name, exact: true }).first().click();

/** Generates a token and polls at once. */
async function polled(stage: Stage, fault: Fault): Promise<void> {
  await stage.visitor.fault(statusPath, fault);
  await stage.visitor.page.clock.install();
  await generated(stage);
  await stage.visitor.page.clock.fastForward(3_000);
}

const initializing: State[] = [
  {
    name: 'initializing',
    says: 'Loading…',
    controls: [],
    reach: async ({ visitor, put }) => (await visitor.hold(connectPath), await put(keys)),
  },
  ...Object.entries(failures).map(([name, [fault, says]]) => ({
    name: `initializing, ${name}`,
    says,
    controls: ['Try again'],
    reach: async ({ visitor, put }: Stage) => (await visitor.fault(connectPath, fault), await put(keys)),
  })),
  {
    name: 'initializing, deferred',
    says: 'Connect your shop',
    controls: ['Connect your shop'],
    reach: ({ put }) => put({ ...keys, deferInit: true }),
  },
  { name: 'initializing, no system', says: failedText, controls: [], reach: ({ put }) => put({}) },
  {
    name: 'initializing, unknown system',
    says: failedText,
    controls: ['Try again'],
    reach: ({ put }) => put({ ...keys, system: 'no_such_system' }),
  },
];

const expired = {
  connection_token: `scc_${'x'.repeat(43)}`,
  expires_at: '2001-01-01T00:00:00.000Z',
  connection_id: '01960000-0000-7000-8000-000000000001',
};

const instructed: State[] = [
  { name: 'instructing', says: 'Connect your shop', controls: withoutToken, reach: (stage) => instructing(stage) },
  {
    name: 'instructing, unknown platform',
    says: 'Connect your shop',
    controls: ['Generate token'],
    reach: (stage) => instructing(stage, { connection: 'commerce_x' }),
  },
  {
    name: 'instructing, address of the plugin',
    says: 'Connect your shop',
    controls: withoutToken,
    reach: (stage) => instructing(stage, { connection: 'commerce_b', pluginUrl: 'https://plugins.example' }),
  },
  {
    name: 'instructing, generating',
    says: 'Loading…',
    controls: withoutToken,
    reach: async (stage) => (await instructing(stage), await stage.visitor.hold(connectPath), await generate(stage)),
  },
  {
    name: 'instructing, generating failed',
    says: 'Something went wrong.',
    controls: withoutToken,
    reach: async (stage) => (await instructing(stage), await stage.visitor.fault(connectPath, { status: 500 }), await generate(stage)),
  },
  {
    name: 'instructing, no access',
    says: 'No access. Please reload the page.',
    controls: withoutToken,
    reach: async (stage) => (await instructing(stage, { token: 'sca_unknown' }), await generate(stage)),
  },
  { name: 'instructing, token', says: /^Connection token\. Valid until/, controls: withToken, reach: generated },
  {
    name: 'instructing, token copied',
    // Announced, then cleared.
    says: /^\s*(Copied\s*)?$/,
    controls: withToken,
    reach: async (stage) => {
      await generated(stage);
      await stage.visitor.page.context().grantPermissions(['clipboard-write']);
      await stage.part('button').click();
    },
  },
  {
    name: 'instructing, token expired',
    says: expiredText,
    controls: withoutValidToken,
    reach: async (stage) => {
      await instructing(stage);
      await stage.visitor.fault(connectPath, { status: 201, body: expired });
      await generate(stage);
    },
  },
];

const attempt = (code: string): Fault => ({
  status: 200,
  body: { id: 'x', status: 'pending', last_attempt: { code, at: '2026-03-04T10:00:00.000Z' } },
});

const pollResults: Record<string, [fault: Fault, says: string, controls: State['controls']]> = {
  'no response': [{ status: 500 }, 'The service cannot be reached.', withToken],
  'shop refused': [attempt('credentials_refused'), 'The shop denies access. Check its key.', withToken],
  'shop unreachable': [attempt('shop_unreachable'), 'The shop cannot be reached.', withToken],
  'other platform': [attempt('other_platform'), 'The shop does not respond like this platform.', withToken],
  refused: [{ status: 401 }, 'No access. Please reload the page.', withToken],
  gone: [{ status: 404 }, expiredText, withoutValidToken],
  'in error': [{ status: 200, body: { id: 'x', status: 'error' } }, 'Something went wrong.', withoutValidToken],
};

export const connectorStates: readonly State[] = [
  ...initializing,
  ...instructed,
  ...Object.entries(pollResults).map(([name, [fault, says, controls]]) => ({
    name: `instructing, ${name}`,
    says,
    controls,
    reach: (stage: Stage) => polled(stage, fault),
  })),
  {
    name: 'loading',
    says: 'Loading…',
    controls: [],
    reach: async ({ visitor, tests, put }) => {
      await visitor.hold(shopsPath);
      const { tenantId, token } = await tests.service.tenant();
      await put({ ...keys, tenantId, token });
    },
  },
  { name: 'linked', says: pairText, controls: ['Settings', 'Disconnect', another], reach: (stage) => linked(stage, linkedShop({})) },
  {
    name: 'linked, several shops',
    says: pairText,
    controls: ['Settings', 'Disconnect', 'Reconnect', 'Settings', 'Disconnect', 'Reconnect', 'Remove', another],
    reach: (stage) =>
      linked(
        stage,
        linkedShop({}),
        linkedShop({ id: shopId.replace('a1', 'a2'), name: 'Tea House', ...failing('shop_unreachable') }),
        linkedShop({ id: shopId.replace('a1', 'a3'), name: 'Old Shop', ...disconnected }),
      ),
  },
  {
    name: 'linked, syncing',
    says: pairText,
    controls: ['Settings', 'Disconnect', another],
    reach: (stage) => linked(stage, linkedShop({ ...syncing, records: { customers: 120, orders: 0, products: 0 } })),
  },
  {
    name: 'linked, refused',
    says: pairText,
    controls: ['Reconnect', 'Settings', 'Disconnect', another],
    reach: (stage) => linked(stage, linkedShop(failing('credentials_refused'))),
  },
  {
    name: 'linked, impaired',
    says: pairText,
    controls: ['Settings', 'Disconnect', another],
    reach: (stage) => linked(stage, linkedShop(impaired)),
  },
  {
    name: 'linked, waiting for the shop',
    says: pairText,
    controls: ['Settings', 'Disconnect', another],
    reach: (stage) =>
      linked(stage, linkedShop({ status_reason: { code: 'waiting_for_shop', message: 'x', since: '2026-03-04T10:00:00.000Z' } })),
  },
  {
    name: 'linked, disconnected',
    says: pairText,
    controls: ['Reconnect', 'Remove', another],
    reach: (stage) => linked(stage, linkedShop(disconnected)),
  },
  {
    name: 'linked, disconnect?',
    says: 'Stop syncing \u2068Marigold & Sons\u2069?',
    controls: ['Disconnect', 'Back', another],
    reach: async (stage) => (await linked(stage, linkedShop({})), await press(stage, 'Disconnect')),
  },
  {
    name: 'linked, remove?',
    says: 'Remove \u2068Marigold & Sons\u2069 and delete its customers, orders and products?',
    controls: ['Remove', 'Back', another],
    reach: async (stage) => (await linked(stage, linkedShop(disconnected)), await press(stage, 'Remove')),
  },
  {
    name: 'linked, removal failed',
    says: /^Marigold & Sons\. Remove: /,
    controls: ['Remove', 'Back', another],
    reach: async (stage) => {
      await stage.visitor.fault(/connections\/[^/]+$/, { status: 500 }, Infinity, 'DELETE');
      await linked(stage, linkedShop(disconnected));
      await press(stage, 'Remove');
      await stage.visitor.page.getByRole('button', { name: 'Back', exact: true }).waitFor();
      await press(stage, 'Remove');
    },
  },
  {
    name: 'linked, action failed',
    says: `Marigold & Sons. Settings: ${failedText}`,
    controls: ['Settings', 'Disconnect', another],
    reach: async (stage) => {
      await stage.visitor.fault(/\/widget-tokens$/, { status: 500 });
      await linked(stage, linkedShop({}));
      await press(stage, 'Settings');
    },
  },
  {
    name: 'linked, way to the settings',
    says: /^Marigold & Sons\. Last sync/,
    controls: ['Settings', 'Disconnect', another],
    reach: async (stage) => {
      await stage.visitor.fault(/\/widget-tokens$/, { status: 403 });
      await linked(stage, linkedShop({}));
      await press(stage, 'Settings');
    },
  },
  {
    name: 'linked, another shop',
    says: 'Connect your shop',
    controls: [...withoutToken, 'Back'],
    reach: async (stage) => (await linked(stage, linkedShop({})), await press(stage, another)),
  },
  {
    name: 'connected',
    says: 'Connected successfully',
    controls: ['Settings', 'Disconnect', another],
    reach: async (stage) => {
      await stage.tests.service.finalise('demo-shop-a', await generated(stage));
      await stage.visitor.page.getByRole('button', { name: 'Disconnect' }).waitFor();
    },
  },
  { name: 'connected, direct system', says: 'Connected successfully', controls: [], reach: ({ put }) => put({ system: keys.system }) },
];
