import { IntegrationRequestException, InvalidIntegrationResponseException } from '../../exceptions';
import type { RecordChange, WebhookPayload } from '../../webhook';
import { failureOf, ofEachCapability, ofShop, type Exercise } from '../exercises';
import type { ContractCheck, IntegrationUnderTest, SentWebhook, ShopUnderTest } from '../integration-under-test';

const appliesTo = ({ handlesWebhooks }: IntegrationUnderTest): boolean => handlesWebhooks;
const setting = { appliesTo, records: () => [3] };

async function sent({ shop, capability }: Exercise, event: 'updated' | 'deleted'): Promise<SentWebhook> {
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
    ...ofShop('the default webhook handler throws a wrapped not-implemented error', async ({ integration, connection }) => {
      const payload: WebhookPayload = { topic: 'order.updated', body: { id: 1 }, receivedAt: '2026-01-01T00:00:00.000Z' };
      const error = await failureOf(() => integration.handleWebhook(connection, payload, async () => undefined), 'handleWebhook');
      expect(error).toBeInstanceOf(InvalidIntegrationResponseException);
      expect((error as Error).message).toMatch(/not implemented/);
    }),
    appliesTo: (subject) => !appliesTo(subject),
  },

  ofEachCapability('handleWebhook reports the changed record as an export would return it', setting, async (exercise) => {
    const { shop, capability } = exercise;
    const { payload, sourceId } = await sent(exercise, 'updated');
    const exported = await shop.integration.requestBulkExport(shop.connection, exercise.request());
    const record = exported.find((each) => each.sourceId === sourceId);
    expect(record).toBeDefined();
    expect(await changesOf(shop, payload)).toEqual([{ kind: 'upsert', capability, record }]);
  }),

  ofEachCapability('handleWebhook reports a deleted record', setting, async (exercise) => {
    const { payload, sourceId } = await sent(exercise, 'deleted');
    expect(await changesOf(exercise.shop, payload)).toEqual([{ kind: 'delete', capability: exercise.capability, sourceId }]);
  }),

  ofEachCapability('the same webhook reports the same changes each time', setting, async (exercise) => {
    const { payload } = await sent(exercise, 'updated');
    const first = await changesOf(exercise.shop, payload);
    expect(first).toHaveLength(1);
    expect(await changesOf(exercise.shop, payload)).toEqual(first);
  }),

  ofEachCapability('an unusable webhook throws IntegrationRequestException and reports no change', setting, async (exercise) => {
    const { integration, connection } = exercise.shop;
    const changes: RecordChange[] = [];
    for (const event of ['updated', 'deleted'] as const) {
      const { payload } = await sent(exercise, event);
      for (const body of unusableBodies) {
        const handle = () => integration.handleWebhook(connection, { ...payload, body }, async (change) => void changes.push(change));
        expect(await failureOf(handle, `${event} of ${JSON.stringify(body)}`)).toBeInstanceOf(IntegrationRequestException);
      }
    }
    expect(changes).toEqual([]);
  }),

  ofEachCapability('a rejection of the change callback passes unchanged', setting, async (exercise) => {
    const { integration, connection } = exercise.shop;
    const { payload } = await sent(exercise, 'updated');
    const own = new Error('deadlock detected');
    expect(await failureOf(() => integration.handleWebhook(connection, payload, () => Promise.reject(own)), 'handleWebhook')).toBe(own);
  }),
];
