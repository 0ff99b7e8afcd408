import { failures, type Stage, type State } from './stage';
import { connectPath, statusPath, type Fault } from './visitor';

const shop = { system: 'mailing_platform', connection: 'commerce_a' };
const expiredText = 'This token is no longer valid.';
const unknownSystemText = '“system” is missing or unknown.';

/** Controls in tab order. */
const withoutToken = ['Get the plugin', 'Generate token'];
const withToken = ['Get the plugin', 'Connection token', /^Cop(y|ied)$/, 'Generate a new token'];
const withoutValidToken = ['Get the plugin', 'Generate a new token'];

async function instructing({ tests, put, part }: Stage, more: Record<string, unknown> = {}): Promise<void> {
  const { tenantId, token } = await tests.service.tenant();
  await put({ ...shop, tenantId, token, ...more });
  await part('heading').waitFor();
}

const generate = (stage: Stage) => stage.part('button').click();

async function generated(stage: Stage): Promise<string> {
  await instructing(stage);
  await generate(stage);
  return stage.part('field').inputValue();
}

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
    reach: async ({ visitor, put }) => (await visitor.hold(connectPath), await put(shop)),
  },
  ...Object.entries(failures).map(([name, [fault, says]]) => ({
    name: `initializing, ${name}`,
    says,
    controls: ['Try again'],
    reach: async ({ visitor, put }: Stage) => (await visitor.fault(connectPath, fault), await put(shop)),
  })),
  { name: 'initializing, no system', says: unknownSystemText, controls: [], reach: ({ put }) => put({}) },
  {
    name: 'initializing, unknown system',
    says: unknownSystemText,
    controls: ['Try again'],
    reach: ({ put }) => put({ ...shop, system: 'no_such_system' }),
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
    controls: withoutToken,
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

const pollResults: Record<string, [fault: Fault, says: string, controls: State['controls']]> = {
  'no response': [{ status: 500 }, 'No response. Trying again…', withToken],
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
    name: 'connected',
    says: 'Connected successfully',
    controls: [],
    reach: async (stage) => stage.tests.service.finalise('demo-shop-a', await generated(stage)),
  },
  { name: 'connected, direct system', says: 'Connected successfully', controls: [], reach: ({ put }) => put({ system: shop.system }) },
];
