import { IntegrationRequestException, type Integration, type IntegrationConnection } from '@sync/integration-contract';
import {
  ofCallbacks,
  ofIntegration,
  ofPages,
  ofPlatform,
  ofWebhooks,
  rewrap,
  rewrapsRanges,
  type Breach,
  type Breaches,
} from './broken-integration';

const keyOf = (connection: IntegrationConnection): string => String(connection.credentials.reveal().api_key);

/** Takes some failures of the fetch for its end. */
const swallowing = (isSwallowed: (error: IntegrationRequestException) => boolean): Breach =>
  ofPages(
    (real) => (connection, request, onBatch) =>
      real(connection, request, onBatch).catch((error: unknown) => {
        if (!(error instanceof IntegrationRequestException) || !isSwallowed(error)) throw error;
      }),
  );

const losesDetails = ofIntegration((real) => ({ probeBulkExport: (...given) => real.probeBulkExport(...given).catch(rewrap) }));

const failures: Breaches = {
  'an error status throws IntegrationRequestException with the status': {
    'takes it for the end': swallowing(() => true),
    'drops the status': losesDetails,
    'follows redirects': swallowing((error) => [301, 302].includes(Number(error.status))),
  },
  'Retry-After of a 429 or 503 is passed on': { 'drops it': losesDetails },
  'an unreadable response throws InvalidIntegrationResponseException': {
    'takes it for an empty page': swallowing((error) => [200, 202].includes(Number(error.status))),
    'calls it refused': losesDetails,
  },
  'a dropped connection or an unreachable shop throws IntegrationRequestException': {
    'takes it for the end': swallowing((error) => error.status === null),
  },
  'any other error is rethrown as InvalidIntegrationResponseException': {
    'lets it through': ofIntegration((real) => ({
      streamBulkExport: async (connection, request, onBatch) => {
        keyOf(connection);
        await real.streamBulkExport(connection, request, onBatch);
      },
    })),
    'wraps it as another type': rewrapsRanges,
  },
  'a failure in the middle of an export delivers the earlier pages once, then throws': {
    'ends quietly': swallowing((error) => error.status === 500),
    'repeats a page': ofPages((real) => async (connection, request, onBatch) => {
      let repeat = async (): Promise<void> => undefined;
      await real(connection, request, (batch) => {
        repeat = () => onBatch(batch);
        return onBatch(batch);
      }).finally(() => repeat());
    }),
  },
};

/** Empty if the credentials throw. */
function readableKey(connection: IntegrationConnection): string {
  try {
    return keyOf(connection);
  } catch {
    return '';
  }
}

const quoting = (encode: (key: string) => string): Breach =>
  ofPages((real) => async (connection, request, onBatch) => {
    await real(connection, request, onBatch).catch((error: IntegrationRequestException) => {
      throw new IntegrationRequestException(`${error.message} ${encode(readableKey(connection))}`);
    });
  });

const secrets: Breaches = {
  'no error and no log holds a secret that the shop echoes': {
    'quotes the key': quoting((key) => key),
    'quotes the header': quoting((key) => Buffer.from(`${key}:`).toString('base64')),
    'logs the key': ofPages((real) => async (connection, request, onBatch) => {
      process.stderr.write(readableKey(connection));
      await real(connection, request, onBatch);
    }),
    'quotes a webhook': ofWebhooks((real) => (connection, payload, onChange) => {
      if (payload.topic !== 'order.updated') return real(connection, payload, onChange);
      return Promise.reject(new IntegrationRequestException(JSON.stringify(payload.body)));
    }),
    'attaches the request': ofIntegration((real) => ({
      probeBulkExport: (connection, request) =>
        real.probeBulkExport(connection, request).catch((error: Error) => {
          throw Object.assign(error, { request: { headers: { 'x-key': readableKey(connection) } } });
        }),
    })),
  },
  'no record and no log of a successful export holds a secret': {
    'in an attribute': ofCallbacks(({ records, ...batch }, onBatch, connection) =>
      onBatch({ ...batch, records: records.map((record) => ({ ...record, tags: [keyOf(connection)] })) }),
    ),
    'on the console': ofPages((real) => async (connection, request, onBatch) => {
      globalThis.console.log('exporting with', keyOf(connection));
      await real(connection, request, onBatch);
    }),
  },
};

const webhooks: Breaches = {
  'the default webhook handler throws a wrapped not-implemented error': {
    'does nothing': ofIntegration(() => ({ handleWebhook: async () => undefined })),
    'throws a plain error': ofIntegration(() => ({ handleWebhook: () => Promise.reject(new Error('not implemented')) })),
    'is implemented': ofPlatform(() => ({ handleWebhook: async () => undefined })),
  },
  'handleWebhook reports the changed record as an export would return it': {
    'reports nothing': ofWebhooks(() => async () => undefined),
    'reports another record': ofWebhooks(
      (real) => (connection, payload, onChange) =>
        real(connection, payload, (change) => onChange({ ...change, record: { sourceId: '1' } } as never)),
    ),
    'reports it twice': ofWebhooks(
      (real) => (connection, payload, onChange) => real(connection, payload, (change) => onChange(change).then(() => onChange(change))),
    ),
    'returns it': {
      driver: 'commerce_a',
      integration: (real) => ({
        handleWebhook: (async (...given: Parameters<Integration['handleWebhook']>) => (await real.handleWebhook(...given), 1)) as never,
      }),
    },
  },
  'handleWebhook reports a deleted record': {
    'takes it for an update': ofWebhooks(
      (real) => (connection, payload, onChange) => real(connection, payload, (change) => onChange({ ...change, kind: 'upsert' } as never)),
    ),
  },
  'the same webhook reports the same changes each time': {
    'remembers it': ofWebhooks((real) => {
      const seen = new Set<unknown>();
      return async (connection, payload, onChange) => {
        if (!seen.has(payload.body)) await real(connection, payload, onChange);
        seen.add(payload.body);
      };
    }),
  },
  'an unusable webhook throws IntegrationRequestException and reports no change': {
    'stays quiet': ofWebhooks((real) => (connection, payload, onChange) => real(connection, payload, onChange).catch(() => undefined)),
    'makes up a change': ofWebhooks(
      () => async (_connection, _payload, onChange) => onChange({ kind: 'delete', capability: 'orders', sourceId: 'undefined' }),
    ),
  },
  'a rejection of the change callback passes unchanged': {
    'swallows it': {
      driver: 'commerce_a',
      ...ofIntegration((real) => ({ handleWebhook: (...given) => real.handleWebhook(...given).catch(() => undefined) })),
    },
    'wraps it': {
      driver: 'commerce_a',
      ...ofIntegration((real) => ({ handleWebhook: (...given) => real.handleWebhook(...given).catch(rewrap) })),
    },
  },
};

export const failureBreaches: Breaches = { ...failures, ...secrets, ...webhooks };
