import { Injectable } from '@nestjs/common';
import {
  createTenant,
  deleteTenant,
  findTenants,
  readNotificationAddresses,
  renameTenant,
  replaceNotificationAddresses,
  setTenantQuota,
  type FoundTenant,
  type Viewer,
} from '@sync/domain';
import {
  pageById,
  presentNotificationAddresses,
  requireMail,
  type NotificationAddresses,
  type NotificationAddressesInput,
  type Page,
} from '@sync/http-api';
import { recordAudit, type AuditEntry } from '@sync/identity';
import { readStoredBytes } from '@sync/record-store';
import { DataSource, type EntityManager } from 'typeorm';
import type { SignedInUser } from '../access/signed-in-user';
import { AdminApiConfiguration } from '../configuration';
import { noSuch } from '../path-id';
import { presentTenant, type ChangeTenantInput, type ListTenantsInput, type TenantRepresentation } from './tenant-representation';

/** The companies whose shops are linked. Throws Problem, 404, for a tenant that does not exist or that the user may not see. */
@Injectable()
export class Tenants {
  constructor(
    private readonly dataSource: DataSource,
    private readonly configuration: AdminApiConfiguration,
  ) {}

  /** Newest first. */
  async list(viewer: Viewer, { search, ...page }: ListTenantsInput): Promise<Page<TenantRepresentation>> {
    return pageById(
      'tenants',
      page,
      (place) => findTenants(this.dataSource, viewer, { search }, place),
      (tenants) => this.present(tenants),
    );
  }

  async show(viewer: Viewer, id: string): Promise<TenantRepresentation> {
    const [tenant] = await this.present(await findTenants(this.dataSource, viewer, { id }, { after: null, limit: 1 }));
    if (!tenant) throw noSuch('tenant');
    return tenant;
  }

  async create(user: SignedInUser, name: string): Promise<TenantRepresentation> {
    const id = await this.dataSource.transaction(async (manager) => {
      const created = await createTenant(manager, name);
      await this.audit(manager, user, { action: 'tenant.create', after: { name } }, created);
      return created;
    });
    return this.show(user.viewer, id);
  }

  async change(user: SignedInUser, id: string, { name, max_bytes: quota }: ChangeTenantInput): Promise<TenantRepresentation> {
    await this.dataSource.transaction(async (manager) => {
      const renamed = name === undefined ? undefined : await renameTenant(manager, id, name);
      const given = quota === undefined ? undefined : await setTenantQuota(manager, id, quota);
      if (renamed === null || given === null) throw noSuch('tenant');
      const before = { ...(renamed !== undefined && { name: renamed }), ...(given && { max_bytes: given.quota }) };
      const after = { ...(renamed !== undefined && { name }), ...(given && { max_bytes: quota }) };
      if (renamed !== undefined || given) await this.audit(manager, user, { action: 'tenant.change', before, after }, id);
    });
    return this.show(user.viewer, id);
  }

  async notificationAddresses(viewer: Viewer, id: string): Promise<NotificationAddresses> {
    await this.show(viewer, id);
    return presentNotificationAddresses(await readNotificationAddresses(this.dataSource, id), this.configuration);
  }

  /** Throws Problem, 409, for addresses while no mail is set up. */
  async replaceNotificationAddresses(user: SignedInUser, id: string, input: NotificationAddressesInput): Promise<NotificationAddresses> {
    requireMail(this.configuration, input);
    const stored = await this.dataSource.transaction(async (manager) => {
      const replaced = await replaceNotificationAddresses(manager, id, input.addresses);
      if (!replaced) throw noSuch('tenant');
      const { addresses, before } = replaced;
      const [was, is] = [before, addresses.length].map((count) => ({ notification_addresses: count }));
      await this.audit(manager, user, { action: 'tenant.change_notification_addresses', before: was, after: is }, id);
      return addresses;
    });
    return presentNotificationAddresses(stored, this.configuration);
  }

  /** Throws InUse while the tenant owns connections. */
  async delete(user: SignedInUser, id: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const name = await deleteTenant(manager, id);
      if (name === null) throw noSuch('tenant');
      await this.audit(manager, user, { action: 'tenant.delete', before: { name } }, id);
    });
  }

  /** Reads what the tenants store, in one query. */
  private async present(tenants: readonly FoundTenant[]): Promise<TenantRepresentation[]> {
    const ids = tenants.map(({ id }) => id);
    const stored = await readStoredBytes(this.dataSource, ids);
    const defaultQuota = this.configuration.tenantMaxBytes;
    return tenants.map((tenant) => presentTenant(tenant, { storedBytes: stored.get(tenant.id) ?? 0, defaultQuota }));
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
