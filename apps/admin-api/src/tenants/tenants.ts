import { Injectable } from '@nestjs/common';
import { createTenant, deleteTenant, findTenants, recordAudit, renameTenant, type AuditEntry, type Viewer } from '@sync/domain';
import { pageOf, readCursor, uuidShape, writeCursor, type Page } from '@sync/http-api';
import { DataSource, type EntityManager } from 'typeorm';
import type { SignedInUser } from '../access/signed-in-user';
import { noSuch } from '../path-id';
import { presentTenant, type ListTenantsInput, type TenantRepresentation } from './tenant-representation';

const list = 'tenants';

/** The companies whose shops are linked. Throws Problem, 404, for a tenant that does not exist or that the user may not see. */
@Injectable()
export class Tenants {
  constructor(private readonly dataSource: DataSource) {}

  /** Newest first. */
  async list(viewer: Viewer, { search, limit, cursor }: ListTenantsInput): Promise<Page<TenantRepresentation>> {
    const after = cursor === undefined ? null : (readCursor(list, cursor, uuidShape)[0] ?? null);
    const rows = await findTenants(this.dataSource, viewer, { search }, { after, limit: limit + 1 });
    return pageOf(rows, limit, ({ id }) => writeCursor(list, id), presentTenant);
  }

  async show(viewer: Viewer, id: string): Promise<TenantRepresentation> {
    const [tenant] = await findTenants(this.dataSource, viewer, { id }, { after: null, limit: 1 });
    if (!tenant) throw noSuch('tenant');
    return presentTenant(tenant);
  }

  async create(user: SignedInUser, name: string): Promise<TenantRepresentation> {
    const id = await this.dataSource.transaction(async (manager) => {
      const created = await createTenant(manager, name);
      await this.audit(manager, user, { action: 'tenant.create', after: { name } }, created);
      return created;
    });
    return this.show(user.viewer, id);
  }

  async rename(user: SignedInUser, id: string, name: string): Promise<TenantRepresentation> {
    await this.dataSource.transaction(async (manager) => {
      const before = await renameTenant(manager, id, name);
      if (before === null) throw noSuch('tenant');
      await this.audit(manager, user, { action: 'tenant.change', before: { name: before }, after: { name } }, id);
    });
    return this.show(user.viewer, id);
  }

  /** Throws InUse while the tenant owns connections. */
  async delete(user: SignedInUser, id: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const name = await deleteTenant(manager, id);
      if (name === null) throw noSuch('tenant');
      await this.audit(manager, user, { action: 'tenant.delete', before: { name } }, id);
    });
  }

  private audit(
    manager: EntityManager,
    { origin }: SignedInUser,
    entry: Pick<AuditEntry, 'action' | 'before' | 'after'>,
    id: string,
  ): Promise<void> {
    return recordAudit(manager, { ...origin, ...entry, object: { type: 'tenant', id }, tenantId: id });
  }
}
