import { deriveDefaultSyncRules } from '@sync/domain';
import type { SystemCapability } from '@sync/records';
import { until, type QueueBackend } from '@sync/test-harness';
import { deliverWebhooks, webhookTasks, type ProcessedWebhook, type SentWebhook } from './deliver-webhooks';
import { linkShop, type LinkedShop } from './linked-shop';
import { SyncScene } from './sync-scene';

export interface StoredRecord {
  source_id: string;
  deleted: boolean;
  updated_at: string;
}

export const minute = (number: number): string => `2027-03-02T10:${String(number).padStart(2, '0')}:00`;
/** What a commerce_a shop sends of a record of any kind, modified at that minute. */
export const record = (id: number, at = 0, more: object = {}): object => ({
  id,
  email: 'erika@example.test',
  name: 'Green tea',
  status: 'publish',
  currency: 'EUR',
  total: '19.99',
  date_created: minute(0),
  date_created_gmt: minute(0),
  date_modified: minute(at),
  date_modified_gmt: minute(at),
  ...more,
});

/** A task that succeeded at once. */
export const done: ProcessedWebhook = { state: 'done', attempts: 1, last_error: null, body: null };

/** A SyncScene whose shops have sync rules and send webhooks. */
export class WebhookScene {
  private constructor(readonly scene: SyncScene) {}

  static async set(backend: QueueBackend, records = { customers: 60, products: 60, orders: 2_000 }): Promise<WebhookScene> {
    return new WebhookScene(await SyncScene.set(backend, records));
  }

  async link(system?: string): Promise<LinkedShop> {
    return this.withRules(await this.scene.link(system));
  }

  /** `secret`: the connection's webhook secret. */
  async linkWithSecret(secret: string): Promise<LinkedShop> {
    const { url, credentials } = this.scene.shop;
    return this.withRules(await linkShop(this.scene.database.dataSource, { url, credentials: { ...credentials, webhook_secret: secret } }));
  }

  deliver({ connectionId }: LinkedShop, webhooks: readonly SentWebhook[]): Promise<string[]> {
    return deliverWebhooks(this.scene.database.dataSource, this.scene.queues, connectionId, webhooks);
  }

  tasksOf(taskIds: readonly string[]): Promise<ProcessedWebhook[]> {
    return webhookTasks(this.scene.database.dataSource, taskIds);
  }

  async ended(taskIds: readonly string[]): Promise<ProcessedWebhook[]> {
    await until(async () => (await this.tasksOf(taskIds)).every(({ state }) => state !== 'pending'));
    return this.tasksOf(taskIds);
  }

  /** One after the other. */
  async process(linked: LinkedShop, webhooks: readonly SentWebhook[]): Promise<ProcessedWebhook[]> {
    const processed: ProcessedWebhook[] = [];
    for (const webhook of webhooks) processed.push(...(await this.ended(await this.deliver(linked, [webhook]))));
    return processed;
  }

  stored({ connectionId }: LinkedShop, table: SystemCapability): Promise<StoredRecord[]> {
    return this.scene.sql(
      `select source_id, deleted_at is not null as deleted, updated_at from ${table} where shop_id = $1 and feed_position >= 0 order by source_id`,
      [connectionId],
    );
  }

  private async withRules(linked: LinkedShop): Promise<LinkedShop> {
    await deriveDefaultSyncRules(this.scene.database.dataSource, linked.tenantId);
    return linked;
  }
}
