import { Injectable } from '@nestjs/common';
import { ErasedAddresses } from '@sync/credentials';
import { readWebhookBody } from '@sync/durable-work';
import type { SqlRunner } from '@sync/postgres';
import { hasErasures, isAnyErased } from '@sync/record-store';
import { addressesIn } from '@sync/records';
import { SyncTargets } from '../bulk-sync/sync-target';

/** Whether erased persons are named in webhooks. */
@Injectable()
export class NamedPersons {
  constructor(
    private readonly targets: SyncTargets,
    private readonly addresses: ErasedAddresses,
  ) {}

  /** The body of a tenant without erasures is not read. */
  async areErasedIn(sql: SqlRunner, webhookId: string): Promise<boolean> {
    const webhook = await readWebhookBody(sql, webhookId);
    const target = webhook && (await this.targets.find(webhook.systemConnectionId));
    if (!webhook || !target?.tenantId || !(await hasErasures(sql, target.tenantId))) return false;
    const { tenantId, shopId } = target;
    return isAnyErased(sql, { tenantId, shopId }, await this.addresses.hash(tenantId, addressesOf(webhook.body)));
  }
}

/** JSON may write characters of an address as escapes. */
function addressesOf(body: string): string[] {
  try {
    return addressesIn(JSON.stringify(JSON.parse(body)));
  } catch {
    return addressesIn(body);
  }
}
