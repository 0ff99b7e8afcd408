import { connectPath, statusPath } from './api-paths';
import { failures, type Stage, type State } from './stage';
import type { Fault } from './visitor';

const shop = { system: 'mailing_platform', connection: 'commerce_a' };
const noLongerValid = 'This token is no longer valid.';
const unknownSystem = '“system” is missing or unknown.';

async function instructing({ tests, put, part }: Stage, besides: Record<string, unknown> = {}): Promise<void> {
  const { tenantId, token } = await tests.service.tenant();
  await put({ ...shop, tenantId, token, ...besides });
  await part('heading').waitFor();
}

const generate = (stage: Stage) => stage.part('button').click();

/** The connection token, as it is shown. */
async function token(stage: Stage): Promise<string> {
  await instructing(stage);
  await generate(stage);
  return stage.part('field').inputValue();
}

const initializing: State[] = [
  {
    name: 'initializing',
    says: 'Loading…',
    reach: async ({ visitor, put }) => (await visitor.hold(connectPath), await put(shop)),
  },
  ...Object.entries(failures).map(([name, [fault, says]]) => ({
    name: `initializing, ${name}`,
    says,
    reach: async ({ visitor, put }: Stage) => (await visitor.fault(connectPath, fault), await put(shop)),
  })),
  { name: 'initializing, no system', says: unknownSystem, reach: ({ put }) => put({}) },
  { name: 'initializing, unknown system', says: unknownSystem, reach: ({ put }) => put({ ...shop, system: 'no_such_system' }) },
];

const expired = {
  connection_token: `scc_${'x'.repeat(43)}`,
  expires_at: '2001-01-01T00:00:00.000Z',
  connection_id: '01960000-0000-7000-8000-000000000001',
};

const instructed: State[] = [
  { name: 'instructing', says: 'Connect your shop', reach: (stage) => instructing(stage) },
  {
    name: 'instructing, unknown platform',
    says: 'Connect your shop',
    reach: (stage) => instructing(stage, { connection: 'commerce_x' }),
  },
  {
    name: 'instructing, address of the plugin',
    says: 'Connect your shop',
    reach: (stage) => instructing(stage, { connection: 'commerce_b', pluginUrl: 'https://plugins.example' }),
  },
  {
    name: 'instructing, token asked for',
    says: 'Loading…',
    reach: async (stage) => (await instructing(stage), await stage.visitor.hold(connectPath), await generate(stage)),
  },
  {
    name: 'instructing, no token',
    says: 'Something went wrong.',
    reach: async (stage) => (await instructing(stage), await stage.visitor.fault(connectPath, { status: 500 }), await generate(stage)),
  },
  {
    name: 'instructing, no access',
    says: 'No access. Please reload the page.',
    reach: async (stage) => (await instructing(stage, { token: 'sca_unknown' }), await generate(stage)),
  },
  { name: 'instructing, token', says: /^Connection token\. Valid until/, reach: token },
  {
    name: 'instructing, token copied',
    // It is said, and then no more.
    says: /^\s*(Copied\s*)?$/,
    reach: async (stage) => {
      await token(stage);
      await stage.visitor.page.context().grantPermissions(['clipboard-write']);
      await stage.part('button').click();
    },
  },
  {
    name: 'instructing, token expired',
    says: noLongerValid,
    reach: async (stage) => {
      await instructing(stage);
      await stage.visitor.fault(connectPath, { status: 201, body: expired });
      await generate(stage);
    },
  },
];

/** The connection token, whose connection is looked at now and not in three seconds. */
async function looked(stage: Stage): Promise<string> {
  await stage.visitor.page.clock.install();
  const made = await token(stage);
  await stage.visitor.page.clock.fastForward(3_000);
  return made;
}

/** What is seen of the pending connection. */
const looks: Record<string, [fault: Fault, says: string]> = {
  'no answer': [{ status: 500 }, 'No answer. Trying again…'],
  refused: [{ status: 401 }, 'No access. Please reload the page.'],
  gone: [{ status: 404 }, noLongerValid],
  'in error': [{ status: 200, body: { id: 'x', status: 'error' } }, 'Something went wrong.'],
};

export const connectorStates: readonly State[] = [
  ...initializing,
  ...instructed,
  ...Object.entries(looks).map(([name, [fault, says]]) => ({
    name: `instructing, ${name}`,
    says,
    reach: async (stage: Stage) => (await stage.visitor.fault(statusPath, fault), await looked(stage)),
  })),
  {
    name: 'connected',
    says: 'Connected successfully',
    reach: async (stage) => stage.tests.service.finalise('demo-shop-a', await token(stage)),
  },
  { name: 'connected, direct system', says: 'Connected successfully', reach: ({ put }) => put({ system: shop.system }) },
];
