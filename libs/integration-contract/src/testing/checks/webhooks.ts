import { systemCapabilities } from '@sync/records';
import { IntegrationRequestException, InvalidIntegrationResponseException } from '../../exceptions';
import type { RecordChange, WebhookPayload } from '../../webhook';
import { exportOf, failureOf, withEachCapability, withShop } from '../exercises';
import type { ContractCheck, IntegrationUnderTest, SentWebhook, ShopUnderTest } from '../integration-under-test';

const handles = ({ handlesWebhooks }: IntegrationUnderTest): boolean => handlesWebhooks;

async function sent(shop: ShopUnderTest, capability: SentWebhook['capability'], event: 'updated' | 'deleted'): Promise<SentWebhook> {
  if (!shop.webhook) throw new Error('A platform that handles webhooks needs a shop under test that sends them.');
  return shop.webhook(capability, event);
}

async function changesOf({ integration, connection }: ShopUnderTest, payload: WebhookPayload): Promise<RecordChange[]> {
  const changes: RecordChange[] = [];
  expect(await integration.handleWebhook(connection, payload, async (change) => void changes.push(change))).toBeUndefined();
  return changes;
}

const unusableBodies: unknown[] = [null, [], 'text', 1, true, {}, { id: null }, { code: 'error', message: 'no', data: {} }];

export const webhookChecks: ContractCheck[] = [
  {
    title: 'the default webhook handler throws a wrapped not-implemented error',
    appliesTo: (subject) => !handles(subject),
    check: (subject) =>
      withShop(subject, 1, async ({ integration, connection }) => {
        const payload: WebhookPayload = { topic: 'order.updated', body: { id: 1 }, receivedAt: '2026-01-01T00:00:00.000Z' };
        const error = await failureOf(() => integration.handleWebhook(connection, payload, async () => undefined), 'handleWebhook');
        expect(error).toBeInstanceOf(InvalidIntegrationResponseException);
        expect((error as Error).message).toMatch(/not implemented/);
      }),
  },
  {
    title: 'handleWebhook reports the changed record as an export would return it',
    appliesTo: handles,
    check: (subject) =>
      withEachCapability(subject, 3, async (shop, capability) => {
        const { payload, sourceId } = await sent(shop, capability, 'updated');
        const exported = await shop.integration.requestBulkExport(shop.connection, exportOf(shop, capability));
        const record = exported.find((each) => each.sourceId === sourceId);
        expect(record).toBeDefined();
        expect(await changesOf(shop, payload)).toEqual([{ kind: 'upsert', capability, record }]);
      }),
  },
  {
    title: 'handleWebhook reports a deleted record',
    appliesTo: handles,
    check: (subject) =>
      withEachCapability(subject, 3, async (shop, capability) => {
        const { payload, sourceId } = await sent(shop, capability, 'deleted');
        expect(await changesOf(shop, payload)).toEqual([{ kind: 'delete', capability, sourceId }]);
      }),
  },
  {
    title: 'the same webhook reports the same changes each time',
    appliesTo: handles,
    check: (subject) =>
      withEachCapability(subject, 3, async (shop, capability) => {
        const { payload } = await sent(shop, capability, 'updated');
        const first = await changesOf(shop, payload);
        expect(first).toHaveLength(1);
        expect(await changesOf(shop, payload)).toEqual(first);
      }),
  },
  {
    title: 'an unusable webhook throws IntegrationRequestException and reports no change',
    appliesTo: handles,
    check: (subject) =>
      withShop(subject, 3, async (shop) => {
        const changes: RecordChange[] = [];
        const { integration, connection } = shop;
        for (const capability of systemCapabilities) {
          for (const event of ['updated', 'deleted'] as const) {
            const { payload } = await sent(shop, capability, event);
            for (const body of unusableBodies) {
              const handle = () => integration.handleWebhook(connection, { ...payload, body }, async (change) => void changes.push(change));
              expect(await failureOf(handle, `${event} of ${JSON.stringify(body)}`)).toBeInstanceOf(IntegrationRequestException);
            }
          }
        }
        expect(changes).toEqual([]);
      }),
  },
  {
    title: 'a rejection of the change callback passes unchanged',
    appliesTo: handles,
    check: (subject) =>
      withEachCapability(subject, 3, async (shop, capability) => {
        const { integration, connection } = shop;
        const { payload } = await sent(shop, capability, 'updated');
        const own = new Error('deadlock detected');
        const handle = () => integration.handleWebhook(connection, payload, () => Promise.reject(own));
        expect(await failureOf(handle, 'handleWebhook')).toBe(own);
      }),
  },
];
