import fc from 'fast-check';
import { initialise, type EmbeddingSystem } from '../testing/actors';
import { ConnectionApiUnderTest } from '../testing/connection-api-under-test';
import { Shop } from '../testing/shop';

/** What the specification's state table says there should be. */
interface ExpectedConnection {
  status: string;
  tenantId: string | null;
  baseUrl: string | null;
  /** The one valid token. */
  token: string | null;
}

class Model {
  readonly connections = new Map<string, ExpectedConnection>();
  readonly tenants: EmbeddingSystem[] = [];
  /** Every token that was ever issued, with its connection. */
  readonly tokens: { plaintext: string; connectionId: string }[] = [];
  readonly failing = new Set<Shop>();

  claimable(shop: Shop): [string, ExpectedConnection] | undefined {
    return [...this.connections].find(([, one]) => one.status === 'pending' && one.tenantId === null && one.baseUrl === shop.url);
  }

  issue(connectionId: string, plaintext: string): void {
    const connection = this.connections.get(connectionId);
    if (connection) connection.token = plaintext;
    this.tokens.push({ plaintext, connectionId });
  }

  activate(connection: ExpectedConnection, tenantId: string, baseUrl: string): void {
    for (const older of this.connections.values()) {
      if (older.tenantId === tenantId && older.baseUrl === baseUrl && older.status === 'active') older.status = 'inactive';
    }
    Object.assign(connection, { status: 'active', tenantId, baseUrl, token: null });
  }
}

interface Real {
  api: ConnectionApiUnderTest;
  shops: Shop[];
}

type Command = fc.AsyncCommand<Model, Real>;

/** Whatever happened, what is stored is what the model says, and nothing else. */
async function compare(model: Model, { api }: Real): Promise<void> {
  const rows = await api.query<{
    id: string;
    status: string;
    tenantId: string | null;
    baseUrl: string | null;
    valid: number;
    disconnected: boolean;
  }>(
    `select c.id, c.status, c.tenant_id as "tenantId", c.base_url as "baseUrl", c.disconnected_at is not null as disconnected,
       (select count(*)::int from connection_tokens t where t.system_connection_id = c.id and t.used_at is null) as valid
     from system_connections c where c.system_id is null or c.system_id in (select id from systems where not is_direct) order by c.id`,
  );
  const expected = [...model.connections].sort(([a], [b]) => (a < b ? -1 : 1));
  expect(rows).toEqual(
    expected.map(([id, { status, tenantId, baseUrl, token }]) => ({
      id,
      status,
      tenantId,
      baseUrl,
      valid: token === null ? 0 : 1,
      disconnected: false,
    })),
  );
}

const pick = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)];

function command(name: string, run: (model: Model, real: Real) => Promise<void>, check: (model: Model) => boolean = () => true): Command {
  return {
    check,
    toString: () => name,
    run: async (model, real) => {
      await run(model, real);
      await compare(model, real);
    },
  };
}

const directInitialisation = () =>
  command('connect, direct-system initialisation', async (model, { api }) => {
    model.tenants.push(await initialise(api));
  });

const breakShop = (index: number) =>
  command(`shop ${index} fails or recovers`, async (model, { shops }) => {
    const shop = shops[index]!;
    if (!model.failing.delete(shop)) model.failing.add(shop);
    shop.status = model.failing.has(shop) ? 401 : null;
  });

const register = (index: number) =>
  command(`register without connection_token, shop ${index}`, async (model, { api, shops }) => {
    const shop = shops[index]!;
    const { status, body } = await api.register<{ connection_token: string }>(shop.registration);
    expect(status).toBe(model.failing.has(shop) ? 422 : 201);
    if (status !== 201) return;
    const known = model.claimable(shop)?.[0];
    const stored = await api.value<string>(
      `select id from system_connections where base_url = $1 and status = 'pending' and tenant_id is null`,
      [shop.url],
    );
    if (known === undefined) model.connections.set(stored, { status: 'pending', tenantId: null, baseUrl: shop.url, token: null });
    else expect(stored).toBe(known);
    model.issue(stored, body.connection_token);
  });

const tenantStart = (tenant: number) =>
  command(
    `connect without connection_token, tenant ${tenant}`,
    async (model, { api }) => {
      const owner = pick(model.tenants, tenant)!;
      const { status, body } = await api.connect<{ connection_id: string; connection_token: string }>({}, owner.token);
      expect(status).toBe(201);
      model.connections.set(body.connection_id, { status: 'pending', tenantId: owner.tenantId, baseUrl: null, token: null });
      model.issue(body.connection_id, body.connection_token);
    },
    (model) => model.tenants.length > 0,
  );

const callerFinalises = (tenant: number, token: number) =>
  command(
    `connect with connection_token ${token}, tenant ${tenant}`,
    async (model, { api, shops }) => {
      const owner = pick(model.tenants, tenant)!;
      const { plaintext, connectionId } = pick(model.tokens, token)!;
      const connection = model.connections.get(connectionId)!;
      const shop = shops.find(({ url }) => url === connection.baseUrl);
      const allowed = connection.token === plaintext && connection.tenantId === null && shop !== undefined && !model.failing.has(shop);
      const { status } = await api.connect({ connection_token: plaintext }, owner.token);
      expect(status).toBe(allowed ? 201 : 422);
      if (allowed) model.activate(connection, owner.tenantId, shop.url);
    },
    (model) => model.tenants.length > 0 && model.tokens.length > 0,
  );

const pluginFinalises = (index: number, token: number) =>
  command(
    `register with connection_token ${token}, shop ${index}`,
    async (model, { api, shops }) => {
      const shop = shops[index]!;
      const { plaintext, connectionId } = pick(model.tokens, token)!;
      const connection = model.connections.get(connectionId)!;
      const { tenantId } = connection;
      const allowed = connection.token === plaintext && tenantId !== null && !model.failing.has(shop);
      const { status } = await api.register({ ...shop.registration, connection_token: plaintext });
      expect(status).toBe(allowed ? 200 : 422);
      if (allowed) model.activate(connection, tenantId, shop.url);
    },
    (model) => model.tokens.length > 0,
  );

it('any sequence of registers, connects and failing shops ends in the states of the table', async () => {
  const api = await ConnectionApiUnderTest.start();
  const shops = [await Shop.start(), await Shop.start()];
  const shop = fc.nat({ max: 1 });
  const any = fc.nat({ max: 30 });
  const commands = fc.commands(
    [
      fc.constant(null).map(directInitialisation),
      shop.map(breakShop),
      shop.map(register),
      any.map(tenantStart),
      fc.tuple(any, any).map(([tenant, token]) => callerFinalises(tenant, token)),
      fc.tuple(shop, any).map(([index, token]) => pluginFinalises(index, token)),
    ],
    { maxCommands: 40 },
  );
  const property = fc.asyncProperty(commands, async (sequence) => {
    await api.query('truncate system_connections, tenants cascade');
    for (const one of shops) one.status = null;
    await fc.asyncModelRun(() => ({ model: new Model(), real: { api, shops } }), sequence);
  });
  await fc.assert(property, { numRuns: 60, endOnFailure: true });
  await Promise.all(shops.map((one) => one.stop()));
  await api.stop();
});
