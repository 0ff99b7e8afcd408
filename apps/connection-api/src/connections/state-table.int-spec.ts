import fc from 'fast-check';
import { initialise, type EmbeddingSystem } from '../testing/actors';
import { ConnectionApiUnderTest } from '../testing/connection-api-under-test';
import { Shop } from '../testing/shop';

/** A connection as docs/reference/states.md predicts it. */
interface ExpectedConnection {
  status: string;
  tenantId: string | null;
  baseUrl: string | null;
  /** The only valid connection token. */
  token: string | null;
  /** Null on a connection that a tenant started. */
  widgetToken: string | null;
}

/** A row of the transition log. */
type Logged = [from: string, to: string, reason: string];

class Model {
  readonly connections = new Map<string, ExpectedConnection>();
  readonly tenants: EmbeddingSystem[] = [];
  /** Every token ever issued. */
  readonly tokens: { plaintext: string; connectionId: string }[] = [];
  readonly failing = new Set<Shop>();
  /** Of every connection, including deleted ones. */
  readonly log = new Map<string, Logged[]>();

  claimable(shop: Shop): [string, ExpectedConnection] | undefined {
    return [...this.connections].find(([, one]) => one.status === 'pending' && one.tenantId === null && one.baseUrl === shop.url);
  }

  issue(connectionId: string, plaintext: string): void {
    const connection = this.connections.get(connectionId);
    if (connection) connection.token = plaintext;
    this.tokens.push({ plaintext, connectionId });
  }

  create(id: string, reason: string, values: Pick<ExpectedConnection, 'tenantId' | 'baseUrl'>): void {
    this.connections.set(id, { status: 'pending', token: null, widgetToken: null, ...values });
    this.log.set(id, [['(new)', 'pending', reason]]);
  }

  move(id: string, to: string, reason: string): void {
    const connection = this.connections.get(id)!;
    this.log.get(id)!.push([connection.status, to, reason]);
    connection.status = to;
  }

  activate(id: string, tenantId: string, baseUrl: string, reason: string): void {
    for (const [olderId, older] of this.connections) {
      const isInUse = ['active', 'disconnected'].includes(older.status);
      if (older.tenantId === tenantId && older.baseUrl === baseUrl && isInUse) this.move(olderId, 'inactive', 'retired by reconnect');
    }
    this.move(id, 'active', reason);
    Object.assign(this.connections.get(id)!, { tenantId, baseUrl, token: null });
  }

  /** Connections whose plugin holds a widget token. */
  installed(): [string, ExpectedConnection & { widgetToken: string }][] {
    return [...this.connections].flatMap(([id, one]) => (one.widgetToken === null ? [] : [[id, one as never]]));
  }
}

interface Real {
  api: ConnectionApiUnderTest;
  shops: Shop[];
}

type Command = fc.AsyncCommand<Model, Real>;

/** The database must match the model exactly. */
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
      disconnected: status === 'disconnected',
    })),
  );
  const logged = await api.query<{ id: string; log: Logged[] }>(
    `select system_connection_id as id, json_agg(json_build_array(from_status, to_status, reason) order by id) as log
     from connection_transitions where reason <> 'direct initialisation' group by 1`,
  );
  expect(new Map(logged.map(({ id, log }) => [id, log]))).toEqual(model.log);
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
    const { status, body } = await api.register<{ connection_token: string; widget_token: string }>(shop.registration);
    expect(status).toBe(model.failing.has(shop) ? 422 : 201);
    if (status !== 201) return;
    const known = model.claimable(shop)?.[0];
    const stored = await api.value<string>(
      `select id from system_connections where base_url = $1 and status = 'pending' and tenant_id is null`,
      [shop.url],
    );
    if (known === undefined) model.create(stored, 'plugin registration', { tenantId: null, baseUrl: shop.url });
    else model.move(known, 'pending', 'plugin registration');
    if (known !== undefined) expect(stored).toBe(known);
    model.issue(stored, body.connection_token);
    model.connections.get(stored)!.widgetToken = body.widget_token;
  });

const tenantStart = (tenant: number) =>
  command(
    `connect without connection_token, tenant ${tenant}`,
    async (model, { api }) => {
      const owner = pick(model.tenants, tenant)!;
      const { status, body } = await api.connect<{ connection_id: string; connection_token: string }>({}, owner.token);
      expect(status).toBe(201);
      model.create(body.connection_id, 'tenant initiation', { tenantId: owner.tenantId, baseUrl: null });
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
      const connection = model.connections.get(connectionId);
      const shop = shops.find(({ url }) => url === connection?.baseUrl);
      const allowed =
        connection?.token === plaintext &&
        connection.status === 'pending' &&
        connection.tenantId === null &&
        shop !== undefined &&
        !model.failing.has(shop);
      const { status } = await api.connect({ connection_token: plaintext }, owner.token);
      expect(status).toBe(allowed ? 201 : 422);
      if (allowed) model.activate(connectionId, owner.tenantId, shop.url, 'caller finalisation');
    },
    (model) => model.tenants.length > 0 && model.tokens.length > 0,
  );

const pluginFinalises = (index: number, token: number) =>
  command(
    `register with connection_token ${token}, shop ${index}`,
    async (model, { api, shops }) => {
      const shop = shops[index]!;
      const { plaintext, connectionId } = pick(model.tokens, token)!;
      const connection = model.connections.get(connectionId);
      const tenantId = connection?.tenantId ?? null;
      const allowed = connection?.token === plaintext && tenantId !== null && !model.failing.has(shop);
      const { status } = await api.register({ ...shop.registration, connection_token: plaintext });
      expect(status).toBe(allowed ? 200 : 422);
      if (allowed) model.activate(connectionId, tenantId, shop.url, 'plugin finalisation');
    },
    (model) => model.tokens.length > 0,
  );

const lifecycle = (name: string, index: number, run: (model: Model, real: Real, id: string, token: string) => Promise<void>) =>
  command(
    `${name}, plugin ${index}`,
    async (model, real) => {
      const [id, { widgetToken }] = pick(model.installed(), index)!;
      await run(model, real, id, widgetToken);
    },
    (model) => model.installed().length > 0,
  );

const disconnect = (index: number) =>
  lifecycle('disconnect', index, async (model, { api }, id, token) => {
    const allowed = ['active', 'pending'].includes(model.connections.get(id)!.status);
    const { status } = await api.ask('POST', '/api/widget/connection/disconnect', { token });
    expect(status).toBe(allowed ? 200 : 403);
    if (allowed) model.move(id, 'disconnected', 'disconnection');
  });

const reconnect = (index: number) =>
  lifecycle('reconnect', index, async (model, { api, shops }, id, token) => {
    const { status: before, baseUrl, tenantId } = model.connections.get(id)!;
    const isVerified = tenantId !== null && !model.failing.has(shops.find(({ url }) => url === baseUrl)!);
    const { status } = await api.ask('POST', '/api/widget/connection/reconnect', { token });
    expect(status).toBe(before !== 'disconnected' ? 403 : isVerified ? 200 : 422);
    if (status === 200) model.move(id, 'active', 'reconnection');
  });

const uninstall = (index: number) =>
  lifecycle('uninstall', index, async (model, { api }, id, token) => {
    expect((await api.ask('DELETE', '/api/widget/connection', { token })).status).toBe(204);
    model.move(id, 'uninstalled', 'uninstallation');
    model.connections.delete(id);
  });

it('any sequence of handshakes, disconnects, reconnects, uninstalls and failing shops follows the state table; each transition is logged once', async () => {
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
      any.map(disconnect),
      any.map(reconnect),
      any.map(uninstall),
    ],
    { maxCommands: 40 },
  );
  const property = fc.asyncProperty(commands, async (sequence) => {
    await api.query('truncate system_connections, tenants, connection_transitions cascade');
    for (const one of shops) one.status = null;
    await fc.asyncModelRun(() => ({ model: new Model(), real: { api, shops } }), sequence);
  });
  await fc.assert(property, { numRuns: 60, seed: 20_261_121, endOnFailure: true });
  await Promise.all(shops.map((one) => one.stop()));
  await api.stop();
});
