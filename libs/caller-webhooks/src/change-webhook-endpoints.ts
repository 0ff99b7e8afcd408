import { CredentialsCipher, type KeyRing } from '@sync/credentials';
import { LimitReached, RefusedValues } from '@sync/domain';
import { checkedCallerUrl, type HostAllowlist } from '@sync/integrations';
import type { DataSource, EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { CallerEventType } from './event-types';
import { newSecret, type EndpointSecrets } from './signature';
import { findWebhookEndpoint, setDue, type WebhookEndpoint } from './webhook-endpoint';

const maxEndpoints = 20;

/** What a caller can set. A member that is undefined stays as it is. */
export interface EndpointValues {
  url?: string;
  events?: CallerEventType[] | null;
  sourceConnectionIds?: string[] | null;
  description?: string | null;
  status?: 'enabled' | 'paused';
}

interface Owner {
  tenantId: string;
  connectionId: string;
}

/** What a caller does with the endpoints of its connection. All methods but `create` return null if the connection has no such endpoint. */
export class ChangeWebhookEndpoints {
  private readonly cipher: CredentialsCipher;

  constructor(
    private readonly dataSource: DataSource,
    private readonly allowlist: HostAllowlist,
    keys: KeyRing,
  ) {
    this.cipher = new CredentialsCipher(keys, 'webhook_endpoints|secrets');
  }

  /** The secret is shown this once. Throws RefusedValues, and LimitReached. */
  async create(owner: Owner, values: EndpointValues & { url: string }): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
    const url = this.checkedUrl(values.url);
    const [id, secret] = [uuidv7(), newSecret()];
    const endpoint = await this.dataSource.transaction(async (manager) => {
      await requireSources(manager, owner, values.sourceConnectionIds);
      await requireRoom(manager, owner.connectionId);
      await manager.query(
        `insert into webhook_endpoints (id, tenant_id, system_connection_id, url, events, source_connection_ids, description, status, secrets)
         values ($1, $2, $3, $4, $5, $6, $7, 'enabled', $8)`,
        [
          id,
          owner.tenantId,
          owner.connectionId,
          url,
          values.events ?? null,
          values.sourceConnectionIds ?? null,
          values.description ?? null,
          this.seal(id, { current: secret }),
        ],
      );
      return findWebhookEndpoint(manager, owner.connectionId, id);
    });
    return { endpoint: endpoint as WebhookEndpoint, secret };
  }

  /**
   * Back from paused or disabled, it gets what it missed as one hint per kind and source. Paused, deliveries that wait have failed: the
   * feed and the lists have what they are about. Throws RefusedValues.
   */
  async change(owner: Owner, id: string, values: EndpointValues): Promise<WebhookEndpoint | null> {
    const url = values.url === undefined ? undefined : this.checkedUrl(values.url);
    return this.dataSource.transaction(async (manager) => {
      const before = await lockEndpoint(manager, owner.connectionId, id);
      if (!before) return null;
      await requireSources(manager, owner, values.sourceConnectionIds);
      const after = { ...before, ...given({ ...values, url }) };
      await manager.query(
        `update webhook_endpoints set url = $2, events = $3, source_connection_ids = $4, description = $5, updated_at = now() where id = $1`,
        [id, after.url, after.events, after.sourceConnectionIds, after.description],
      );
      if (values.status === 'enabled' && before.status !== 'enabled') await enable(manager, id);
      if (values.status === 'paused' && before.status !== 'paused') await stopEndpoint(manager, id, 'paused', null);
      await manager.query(setDue, [id]);
      return findWebhookEndpoint(manager, owner.connectionId, id);
    });
  }

  async delete({ connectionId }: Owner, id: string): Promise<boolean> {
    const [deleted] = await this.dataSource.query<unknown[][]>(
      'delete from webhook_endpoints where system_connection_id = $1 and id = $2 returning id',
      [connectionId, id],
    );
    return (deleted?.length ?? 0) > 0;
  }

  /** For the overlap, both secrets sign. Null: no such endpoint. */
  async rotateSecret({ connectionId }: Owner, id: string, overlapSeconds: number): Promise<string | null> {
    const secret = newSecret();
    return this.dataSource.transaction(async (manager) => {
      if (!(await lockEndpoint(manager, connectionId, id))) return null;
      const [{ secrets }] = await manager.query<[{ secrets: string }]>('select secrets from webhook_endpoints where id = $1', [id]);
      const { current: previous } = this.cipher.open(id, secrets).reveal() as unknown as EndpointSecrets;
      await manager.query(
        `update webhook_endpoints set secrets = $2, previous_secret_until = now() + make_interval(secs => $3), updated_at = now() where id = $1`,
        [id, this.seal(id, { current: secret, ...(overlapSeconds > 0 && { previous }) }), overlapSeconds],
      );
      return secret;
    });
  }

  /** Sends `endpoint.test`, whatever events and status the endpoint has. Returns the delivery's id. */
  async test({ tenantId, connectionId }: Owner, id: string): Promise<string | null> {
    return this.dataSource.transaction(async (manager) => {
      if (!(await lockEndpoint(manager, connectionId, id))) return null;
      const deliveryId = uuidv7();
      await manager.query(
        `insert into webhook_deliveries (id, tenant_id, endpoint_id, event_type, data, is_asked, status, occurred_at, next_attempt_at)
         values ($1, $2, $3, 'endpoint.test', '{}', true, 'pending', now(), now())`,
        [deliveryId, tenantId, id],
      );
      await manager.query(setDue, [id]);
      await wakeWorker(manager, id);
      return deliveryId;
    });
  }

  private seal(id: string, secrets: EndpointSecrets): string {
    return this.cipher.seal(id, { ...secrets });
  }

  private checkedUrl(text: string): string {
    const { url, reason } = checkedCallerUrl(text, this.allowlist);
    if (url === undefined) throw new RefusedValues([{ pointer: '/url', detail: `url ${reason}` }]);
    return url;
  }
}

/**
 * For an administrator: as `change` to `enabled`, but without the keys. Null: the connection has no such endpoint. `alongside` gets the
 * endpoint as it was, in the transaction; an endpoint that is enabled stays as it is, without it.
 */
export async function enableWebhookEndpoint(
  dataSource: DataSource,
  connectionId: string,
  id: string,
  alongside: (manager: EntityManager, before: WebhookEndpoint) => Promise<void>,
): Promise<WebhookEndpoint | null> {
  return dataSource.transaction(async (manager) => {
    const before = await lockEndpoint(manager, connectionId, id);
    if (!before || before.status === 'enabled') return before;
    await enable(manager, id);
    await manager.query(setDue, [id]);
    await alongside(manager, before);
    return findWebhookEndpoint(manager, connectionId, id);
  });
}

/** Locked against workers and other changes until the end of the transaction. */
export async function lockEndpoint(manager: EntityManager, connectionId: string, id: string): Promise<WebhookEndpoint | null> {
  await manager.query('select from webhook_endpoints where id = $1 and system_connection_id = $2 for no key update', [id, connectionId]);
  return findWebhookEndpoint(manager, connectionId, id);
}

/** After its commit a worker looks for deliveries that are due. */
export async function wakeWorker(manager: EntityManager, endpointId: string): Promise<void> {
  await manager.query(`select pg_notify('service_events', tenant_id::text) from webhook_endpoints where id = $1`, [endpointId]);
}

/**
 * No event is delivered any more, except the hints: they wait, so that none of their changes is lost. `status`: `paused`, or `disabled`
 * with its reason. The caller has locked the endpoint.
 */
export async function stopEndpoint(
  manager: EntityManager,
  id: string,
  status: 'paused' | 'disabled',
  reason: string | null,
): Promise<void> {
  await manager.query(`update webhook_endpoints set status = $2, disabled_reason = $3, updated_at = now() where id = $1`, [
    id,
    status,
    reason,
  ]);
  await manager.query(
    `update webhook_deliveries set status = 'failed', next_attempt_at = null, finished_at = now(), last_error = coalesce(last_error, $2)
     where endpoint_id = $1 and status = 'pending' and event_type <> 'records.changed'`,
    [id, `The endpoint is ${status}.`],
  );
}

async function enable(manager: EntityManager, id: string): Promise<void> {
  await manager.query(
    `update webhook_endpoints set status = 'enabled', disabled_reason = null, failing_since = null, warned = 0, updated_at = now() where id = $1`,
    [id],
  );
  await manager.query(`update webhook_deliveries set attempts = 0, next_attempt_at = now() where endpoint_id = $1 and status = 'pending'`, [
    id,
  ]);
  await wakeWorker(manager, id);
}

/** Two requests at once count one after the other. */
async function requireRoom(manager: EntityManager, connectionId: string): Promise<void> {
  await manager.query('select from system_connections where id = $1 for no key update', [connectionId]);
  const [{ count }] = await manager.query<[{ count: number }]>(
    'select count(*)::int as count from webhook_endpoints where system_connection_id = $1',
    [connectionId],
  );
  if (count >= maxEndpoints) throw new LimitReached(`A connection may have ${maxEndpoints} webhook endpoints. Delete one first.`);
}

async function requireSources(manager: EntityManager, { tenantId }: Owner, ids: string[] | null | undefined): Promise<void> {
  if (!ids) return;
  const known = await manager.query<{ id: string }[]>(
    'select id from system_connections where id = any ($1::uuid[]) and tenant_id = $2 and deleted_at is null',
    [ids, tenantId],
  );
  const unknown = ids.findIndex((id) => !known.some((connection) => connection.id === id.toLowerCase()));
  if (unknown >= 0)
    throw new RefusedValues([
      { pointer: `/source_connection_ids/${unknown}`, detail: 'source_connection_ids must name connections of your company' },
    ]);
}

function given<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}
