import { IntegrationRequestException } from '../../exceptions';
import type { Integration } from '../../integration';
import { ofIntegration, ofWebhooks, type Breaches } from './breach';

export const webhooksBreaches: Breaches = {
  'The default webhook handler raises a not-implemented error, wrapped like any other unexpected failure': [
    ['does nothing', { minimal: true, integration: () => ({ handleWebhook: async () => undefined }) }],
    ['raises a plain error', { minimal: true, integration: () => ({ handleWebhook: () => Promise.reject(new Error('not implemented')) }) }],
    ['is implemented', { platform: () => ({ handleWebhook: async () => undefined }), subject: { handlesWebhooks: false } }],
  ],
  'handleWebhook hands over the changed record as an export would give it, and returns nothing': [
    ['says nothing', ofWebhooks(() => async () => undefined)],
    [
      'hands over something else',
      ofWebhooks(
        (honest) => (connection, payload, onChange) =>
          honest(connection, payload, (change) => onChange({ ...change, record: { sourceId: '1' } } as never)),
      ),
    ],
    [
      'tells it twice',
      ofWebhooks(
        (honest) => (connection, payload, onChange) =>
          honest(connection, payload, (change) => onChange(change).then(() => onChange(change))),
      ),
    ],
    [
      'returns it',
      ofIntegration((honest) => ({
        handleWebhook: (async (...given: Parameters<Integration['handleWebhook']>) => (await honest.handleWebhook(...given), 1)) as never,
      })),
    ],
  ],
  'handleWebhook tells which record was deleted': [
    [
      'takes it for a change',
      ofWebhooks(
        (honest) => (connection, payload, onChange) =>
          honest(connection, { ...payload, topic: payload.topic?.replace('deleted', 'updated') ?? null }, onChange),
      ),
    ],
  ],
  'Handling the same webhook twice gives the same changes': [
    [
      'remembers it',
      ofWebhooks((honest) => {
        const seen = new Set<unknown>();
        return async (connection, payload, onChange) => {
          if (!seen.has(payload.body)) await honest(connection, payload, onChange);
          seen.add(payload.body);
        };
      }),
    ],
  ],
  'A webhook that should tell a change and holds none raises IntegrationRequestException and changes nothing': [
    ['is quiet', ofWebhooks((honest) => (connection, payload, onChange) => honest(connection, payload, onChange).catch(() => undefined))],
    [
      'makes a change of nothing',
      ofWebhooks(
        () => async (_connection, _payload, onChange) => onChange({ kind: 'delete', capability: 'orders', sourceId: 'undefined' }),
      ),
    ],
  ],
  'A rejection of whoever takes the change is passed on unchanged': [
    ['swallows it', ofIntegration((honest) => ({ handleWebhook: (...given) => honest.handleWebhook(...given).catch(() => undefined) }))],
    [
      'wraps it',
      ofIntegration((honest) => ({
        handleWebhook: (...given) =>
          honest.handleWebhook(...given).catch((error: Error) => {
            throw new IntegrationRequestException(error.message);
          }),
      })),
    ],
  ],
};
