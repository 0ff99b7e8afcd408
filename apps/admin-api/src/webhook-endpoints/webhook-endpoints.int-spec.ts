import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../testing/admin-api-under-test';
import { AdminScene } from '../testing/admin-scene';

interface Rows {
  data: Record<string, unknown>[];
  next_cursor: string | null;
}

let scene: AdminScene;
let support: Actor;
let tenant: string;
let caller: string;

beforeAll(async () => {
  scene = await AdminScene.set();
  tenant = await scene.tenant();
  caller = await scene.connection({ tenantId: tenant, system: 'mailing_platform', baseUrl: null });
  support = await scene.support([tenant], 'mailing_platform');
});
afterAll(() => scene.api.stop());

const token = 'canary-of-a-caller';

async function addEndpoint(status = 'enabled', connection = caller, tenantId = tenant): Promise<string> {
  const id = uuidv7();
  await scene.api.query(
    `insert into webhook_endpoints (id, tenant_id, system_connection_id, url, status, disabled_reason, failing_since, warned, secrets)
     values ($1, $2, $3, $4, $5::text, case when $5 = 'disabled' then 'failing' end, case when $5 = 'disabled' then now() end, 90, 'v1.sealed')`,
    [id, tenantId, connection, `https://erp.example:8443/hooks/sync?token=${token}`, status],
  );
  return id;
}

async function addDelivery(endpoint: string, status = 'failed'): Promise<string> {
  const id = uuidv7();
  await scene.api.query(
    `insert into webhook_deliveries (id, tenant_id, endpoint_id, event_type, data, status, attempts, last_response_status, last_error, occurred_at,
       next_attempt_at, finished_at)
     values ($1, $2, $3, 'endpoint.test', '{}', $4::text, 10, 500, 'The endpoint responded with status 500.', now(),
       case when $4 = 'pending' then now() + interval '1 day' end, case when $4 <> 'pending' then now() end)`,
    [id, tenant, endpoint, status],
  );
  return id;
}

/** Changed records that an endpoint which was away has not heard of. */
async function addHint(endpoint: string): Promise<string> {
  const id = uuidv7();
  await scene.api.query(
    `insert into webhook_deliveries (id, tenant_id, endpoint_id, event_type, system_connection_id, record_type, feed_position, changes, status, attempts,
       occurred_at, next_attempt_at)
     values ($1, $2, $3, 'records.changed', $4, 'orders', 1, 7, 'pending', 10, now(), now() + interval '1 day')`,
    [id, tenant, endpoint, caller],
  );
  return id;
}

const pathOf = (connection: string, rest = '') => `/api/admin/connections/${connection}/webhook-endpoints${rest}`;
const read = (path: string, actor = support) => scene.api.get<Rows>(path, actor.token);
const post = <T = Record<string, unknown>>(path: string, actor = support) => scene.api.ask<T>('POST', path, { token: actor.token });
const auditedOf = (endpoint: string, actor = support) => scene.audited(actor, endpoint);

/** Of the log of everything that administrators did. */
async function expectNoAddressInLog(): Promise<void> {
  const log = JSON.stringify(await scene.api.query('select * from audit_log'));
  for (const secret of ['erp.example', token, 'v1.sealed']) expect(log).not.toContain(secret);
}

describe("a connection's webhook endpoints", () => {
  it('are listed page by page, newest first, without the query of their addresses and without a secret', async () => {
    const ids = [await addEndpoint('enabled'), await addEndpoint('paused'), await addEndpoint('disabled')].reverse();
    const first = await read(pathOf(caller, '?limit=2'));
    const second = await read(pathOf(caller, `?limit=2&cursor=${first.body.next_cursor ?? ''}`));
    const listed = [...first.body.data, ...second.body.data];
    expect(listed.map(({ id }) => id)).toEqual(ids);
    expect(listed[0]).toMatchObject({
      url: 'https://erp.example:8443/hooks/sync?…',
      status: 'disabled',
      disabled_reason: 'failing',
      failing_since: expect.any(String) as string,
    });
    expect(second.body.next_cursor).toBeNull();
    for (const { text } of [first, second]) expect(text).not.toMatch(new RegExp(`${token}|sealed`));
  });

  it('show their deliveries, newest first, by status', async () => {
    const endpoint = await addEndpoint();
    const failed = await addDelivery(endpoint);
    const pending = await addDelivery(endpoint, 'pending');
    const { body } = await read(pathOf(caller, `/${endpoint}/deliveries`));
    expect(body.data.map(({ id }) => id)).toEqual([pending, failed]);
    const ofStatus = await read(pathOf(caller, `/${endpoint}/deliveries?status=failed`));
    expect(ofStatus.body.data).toEqual([
      expect.objectContaining({
        id: failed,
        attempts: 10,
        last_response_status: 500,
        last_error: 'The endpoint responded with status 500.',
      }),
    ]);
  });

  it.each(['paused', 'disabled'])(
    '%s, are enabled: what waits is due at once, and the audit log says so without the address',
    async (status) => {
      const endpoint = await addEndpoint(status);
      const hint = await addHint(endpoint);
      const enabled = await post(pathOf(caller, `/${endpoint}/enable`));
      expect([enabled.status, enabled.body]).toMatchObject([
        200,
        { id: endpoint, url: 'https://erp.example:8443/hooks/sync?…', status: 'enabled', disabled_reason: null, failing_since: null },
      ]);
      const due = 'select due_at <= now() and warned = 0 from webhook_endpoints where id = $1';
      expect(await scene.api.value(due, [endpoint])).toBe(true);
      expect(await scene.api.value('select attempts from webhook_deliveries where id = $1', [hint])).toBe(0);
      expect(await auditedOf(endpoint)).toMatchObject([
        {
          action: 'webhook_endpoint.enable',
          before: { status, disabled_reason: status === 'disabled' ? 'failing' : null },
          after: { status: 'enabled', connection_id: caller },
        },
      ]);
      await expectNoAddressInLog();
    },
  );

  it('enabled already, stay as they are, without an entry in the audit log', async () => {
    const endpoint = await addEndpoint();
    expect(await post(pathOf(caller, `/${endpoint}/enable`))).toMatchObject({ status: 200, body: { status: 'enabled' } });
    expect(await auditedOf(endpoint)).toEqual([]);
  });

  it('get a delivery again under its id, and the audit log has the ids alone', async () => {
    const endpoint = await addEndpoint('disabled');
    const delivery = await addDelivery(endpoint);
    const resent = await post(pathOf(caller, `/${endpoint}/deliveries/${delivery}/resend`));
    expect([resent.status, resent.body]).toEqual([202, { delivery_id: delivery }]);
    const sent = `select delivery.status = 'pending' and attempts = 0 and due_at <= now() from webhook_deliveries delivery
      join webhook_endpoints endpoint on endpoint.id = endpoint_id where delivery.id = $1`;
    expect(await scene.api.value(sent, [delivery])).toBe(true);
    expect(await auditedOf(endpoint)).toMatchObject([
      { action: 'webhook_endpoint.resend', after: { delivery_id: delivery, connection_id: caller } },
    ]);
    await expectNoAddressInLog();
  });

  it('of another connection, and deliveries of another endpoint, are 404 and stay as they are, also for a super administrator', async () => {
    const other = await scene.connection({ tenantId: tenant, system: 'mailing_platform', baseUrl: null });
    const [endpoint, neighbour] = [await addEndpoint('disabled', other), await addEndpoint()];
    const delivery = await addDelivery(endpoint);
    const statuses: number[] = [];
    for (const actor of [support, scene.admin]) {
      statuses.push((await read(pathOf(caller, `/${endpoint}/deliveries`), actor)).status);
      for (const path of [
        `/${endpoint}/enable`,
        `/${endpoint}/deliveries/${delivery}/resend`,
        `/${neighbour}/deliveries/${delivery}/resend`,
      ])
        statuses.push((await post(pathOf(caller, path), actor)).status);
    }
    expect(statuses).toEqual(Array(8).fill(404));
    const states =
      'select endpoint.status || delivery.status from webhook_endpoints endpoint, webhook_deliveries delivery where delivery.id = $1 and endpoint.id = $2';
    expect(await scene.api.value(states, [delivery, endpoint])).toBe('disabledfailed');
  });

  it('are 404 where the user does not see the connection, and 403 where it sees the status only', async () => {
    const foreign = await scene.tenant();
    const hidden = await scene.connection({ tenantId: foreign, system: 'mailing_platform', baseUrl: null });
    const endpoint = await addEndpoint('disabled', hidden, foreign);
    const brief = await scene.support([tenant], 'commerce_b');
    expect([
      (await read(pathOf(hidden))).status,
      (await post(pathOf(hidden, `/${endpoint}/enable`))).status,
      (await read(pathOf(caller), brief)).status,
    ]).toEqual([404, 404, 403]);
    expect(await scene.api.value('select status from webhook_endpoints where id = $1', [endpoint])).toBe('disabled');
  });
});
