import { countConnections } from '@sync/domain';
import { openShop } from '@sync/record-store';
import { v7 as uuidv7 } from 'uuid';
import { AdminApiUnderTest, type Actor } from './admin-api-under-test';

interface NewConnection {
  tenantId?: string | null;
  /** Slug; null: not known yet. Default commerce_b. */
  system?: string | null;
  status?: string;
  baseUrl?: string | null;
  account?: string | null;
}

/** An entry of the audit log, without its id and time. */
export interface StoredAudit {
  actor: string;
  action: string;
  object_id: string | null;
  tenant_id: string | null;
  before: unknown;
  after: unknown;
  reason: string | null;
}

/** Rows that the tests of several features start from. */
export class AdminScene {
  private constructor(
    readonly api: AdminApiUnderTest,
    readonly admin: Actor,
    private readonly systems: ReadonlyMap<string, string>,
  ) {}

  static async set(): Promise<AdminScene> {
    const api = await AdminApiUnderTest.start();
    const systems = await api.query<{ slug: string; id: string }>('select slug, id from systems');
    return new AdminScene(api, await api.actor('super_admin'), new Map(systems.map(({ slug, id }) => [slug, id])));
  }

  systemId(slug: string): string {
    return this.systems.get(slug) ?? '';
  }

  /** A support user with these tenants and the systems of these slugs. */
  support(accessibleTenantIds: string[], ...slugs: string[]): Promise<Actor> {
    return this.api.actor('support', { accessibleTenantIds, supportedSystemIds: slugs.map((slug) => this.systemId(slug)) });
  }

  async tenant(name = 'Quiet Harbour 4821'): Promise<string> {
    const id = uuidv7();
    await this.api.query('insert into tenants (id, name) values ($1, $2)', [id, name]);
    return id;
  }

  /** Returns its id. */
  async connection({ tenantId = null, system = 'commerce_b', status = 'active', baseUrl, account }: NewConnection): Promise<string> {
    const id = uuidv7();
    const address = baseUrl === undefined ? `https://shop-${id}.example` : baseUrl;
    await this.api.query(
      `insert into system_connections (id, tenant_id, system_id, name, status, base_url, store_base, external_user_id, disconnected_at)
       values ($1, $2, $3, 'Shop of ' || $1::uuid, $4, $5, $5, $6, case when $4::text = 'disconnected' then now() end)`,
      [id, tenantId, system === null ? null : this.systemId(system), status, address, account ?? null],
    );
    const { dataSource } = this.api.database;
    await openShop(dataSource, id);
    await countConnections(dataSource, { are: [{ tenantId, systemId: system === null ? null : this.systemId(system), status }] });
    return id;
  }

  /** What was recorded of the actor, oldest first, but for sessions. */
  audited({ id }: Actor = this.admin, objectId: string | null = null): Promise<StoredAudit[]> {
    return this.api.query<StoredAudit>(
      `select actor, action, object_id, tenant_id, before, after, reason from audit_log
       where actor = 'administrator:' || $1::uuid and object_type not in ('session', 'user') and ($2::text is null or object_id = $2) order by at, id`,
      [id, objectId],
    );
  }
}
