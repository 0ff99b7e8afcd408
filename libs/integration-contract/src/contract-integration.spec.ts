import { inspect } from 'node:util';
import { Secret } from '@sync/records';
import { ContractIntegration } from './contract-integration';
import { CircuitOpenException, IntegrationRequestException, InvalidIntegrationResponseException } from './exceptions';
import type { ExportBatch, ExportRequest } from './export-request';
import type { IntegrationConnection } from './integration-connection';
import type { OperationGuard } from './operation-guard';
import type { PlatformIntegration } from './platform-integration';
import type { Transformer } from './transformer';
import { VerificationResult } from './verification-result';
import type { RecordChange, WebhookPayload } from './webhook';

class Unchanged implements Transformer {
  transform<T>(_capability: unknown, records: T[]): T[] {
    return records;
  }
}

const connection: IntegrationConnection = { id: 'c', driver: 'commerce_a', baseUrl: 'https://shop.example', credentials: new Secret({}) };
const request: ExportRequest<'products'> = { capability: 'products', systemConnectionId: 'c', modifiedAfter: null };
const webhook: WebhookPayload = { topic: 'order.updated', body: { id: 1 }, receivedAt: '2026-03-01T00:00:00.000Z' };
const change: RecordChange = { kind: 'delete', capability: 'orders', sourceId: '1' };
const page = (number: number): ExportBatch => ({ page: number, records: [], skipped: [], rows: 1 });

/** A platform with only the required members. */
function platform(parts: Partial<PlatformIntegration> = {}): PlatformIntegration {
  return {
    driver: 'commerce_a',
    transformer: Unchanged,
    checkCredentials: async () => VerificationResult.success('shop'),
    fetchPages: async (_connection, _request, onBatch) => onBatch(page(1) as never),
    ...parts,
  };
}

/** Lets everything through and records failures. */
function recording(seen: unknown[]): OperationGuard {
  return {
    run: async (_connection, _kind, operation) =>
      operation(() => undefined).catch((error: unknown) => {
        seen.push(error);
        throw error;
      }),
  };
}

function raise(error: Error): never {
  throw error;
}

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error('expected a rejection');
    },
    (error: unknown) => error,
  );
}

type Call = (integration: ContractIntegration) => Promise<unknown>;
const ignore = async (): Promise<void> => undefined;
/** The operations whose failures are wrapped. */
const operations: [string, (fail: () => Promise<never>) => Partial<PlatformIntegration>, Call][] = [
  ['paged fetch', (fail) => ({ fetchPages: fail }), (integration) => integration.streamBulkExport(connection, request, ignore)],
  ['probe', (fail) => ({ probe: fail }), (integration) => integration.probeBulkExport(connection, request)],
  [
    'page-range fetch',
    (fail) => ({ fetchPageRange: fail }),
    (integration) => integration.fetchBulkExportPageRange(connection, request, 1, 2, 50, ignore),
  ],
  ['webhook handler', (fail) => ({ handleWebhook: fail }), (integration) => integration.handleWebhook(connection, webhook, ignore)],
];

describe('verify', () => {
  const verifying = (checkCredentials: PlatformIntegration['checkCredentials']) =>
    new ContractIntegration(platform({ checkCredentials })).verify(connection);

  it.each([VerificationResult.success('shop'), VerificationResult.failure('Invalid connection token')])(
    'returns the result of the credential check: %o',
    async (result) => expect(await verifying(async () => result)).toBe(result),
  );

  it.each<[string, () => Promise<never>, string]>([
    ['an integration error', () => Promise.reject(new IntegrationRequestException('responded with 500')), 'responded with 500'],
    ['a stray error', () => Promise.reject(new TypeError('secret')), 'The integration failed unexpectedly (TypeError).'],
    ['a thrown string', () => Promise.reject('secret' as never), 'The integration failed unexpectedly (not an error object).'],
    ['an open breaker', () => Promise.reject(new CircuitOpenException('open')), 'open'],
    ['an error thrown synchronously', () => raise(new Error('secret')), 'The integration failed unexpectedly (Error).'],
    ['no result', async () => undefined as never, 'The integration failed unexpectedly (TypeError).'],
  ])('converts %s into a failed result', async (_name, check, message) => {
    expect(await verifying(check)).toMatchObject({ successful: false, message });
  });
});

describe('errors of a platform', () => {
  it.each(operations)('become InvalidIntegrationResponseException without their message (%s)', async (_name, failing, call) => {
    const stray = async () => raise(new RangeError('https://user:secret@shop.example/?token=secret\n    at secret (/secret:1:1)'));
    const error = await failureOf(call(new ContractIntegration(platform(failing(stray)))));
    expect(error).toBeInstanceOf(InvalidIntegrationResponseException);
    expect((error as Error).message).toBe('The integration failed unexpectedly (RangeError).');
    expect(inspect(error, { depth: null })).not.toContain('secret');
    expect((error as Error).stack).toContain('contract-integration.spec');
  });

  it.each(operations)('pass unchanged if they are IntegrationRequestException already (%s)', async (_name, failing, call) => {
    const raised = new IntegrationRequestException('The shop responded with 404.', { status: 404 });
    expect(await failureOf(call(new ContractIntegration(platform(failing(async () => raise(raised))))))).toBe(raised);
  });
});

describe('operations of a platform', () => {
  it('are called with their own `this`: probe, range fetch and webhook handler', async () => {
    class Own {
      readonly driver = 'commerce_b' as const;
      readonly transformer = Unchanged;
      calls: unknown[] = [];
      async checkCredentials(): Promise<VerificationResult> {
        return VerificationResult.success('x');
      }
      async fetchPages(): Promise<void> {
        this.calls.push('pages');
      }
      async probe(): Promise<{ totalPages: number; perPage: number }> {
        return { totalPages: this.calls.length, perPage: 50 };
      }
      async fetchPageRange(_connection: unknown, _request: unknown, range: unknown): Promise<void> {
        this.calls.push(range);
      }
      async handleWebhook(_connection: unknown, payload: unknown): Promise<void> {
        this.calls.push(payload);
      }
    }
    const own = new Own();
    const integration = new ContractIntegration(own);
    expect(await integration.probeBulkExport(connection, request)).toEqual({ totalPages: 0, perPage: 50 });
    await integration.fetchBulkExportPageRange(connection, request, 2, 3, 50, async () => undefined);
    await integration.handleWebhook(connection, webhook, async () => undefined);
    expect(own.calls).toEqual([{ startPage: 2, endPage: 3, perPage: 50 }, webhook]);
    expect([integration.driver, integration.transformerClass()]).toEqual(['commerce_b', Unchanged]);
  });
});

describe('handleWebhook', () => {
  it('passes the payload to the platform and each change to the caller', async () => {
    const seen: unknown[] = [];
    const handleWebhook: PlatformIntegration['handleWebhook'] = async (_connection, payload, onChange) => {
      seen.push(payload);
      await onChange(change);
    };
    const integration = new ContractIntegration(platform({ handleWebhook }));
    await integration.handleWebhook(connection, webhook, async (reported) => void seen.push(reported));
    expect(seen).toEqual([webhook, change]);
  });

  it('throws not implemented by default, even while the breaker is open', async () => {
    const open: OperationGuard = { run: () => Promise.reject(new CircuitOpenException('open')) };
    const error = await failureOf(new ContractIntegration(platform(), open).handleWebhook(connection, webhook, ignore));
    expect(error).toBeInstanceOf(InvalidIntegrationResponseException);
    expect((error as Error).message).toMatch(/not implemented/);
  });
});

describe.each<[string, (integration: ContractIntegration, callback: () => Promise<void>) => Promise<unknown>]>([
  ['the export', (integration, callback) => integration.streamBulkExport(connection, request, callback)],
  ['the page-range fetch', (integration, callback) => integration.fetchBulkExportPageRange(connection, request, 1, 1, 50, callback)],
  ['the webhook', (integration, callback) => integration.handleWebhook(connection, webhook, callback)],
])('an error of the callback of %s', (_name, call) => {
  type Manner = (report: () => Promise<void>) => Promise<void>;
  /** Calls back twice, and treats a rejection like this. */
  const platformThat = (manner: Manner) =>
    platform({
      fetchPages: async (_connection, _request, onBatch) => {
        for (const number of [1, 2]) await manner(() => onBatch(page(number) as never));
      },
      handleWebhook: async (_connection, _payload, onChange) => {
        for (const each of [change, change]) await manner(() => onChange(each));
      },
    });

  it.each<[string, Manner]>([
    ['passes it on', (report) => report()],
    ['wraps it', (report) => report().catch(() => raise(new TypeError('wrapped')))],
    ['swallows it', (report) => report().catch(() => undefined)],
  ])('passes unchanged and past the breaker, and ends the callbacks, when the platform %s', async (_how, manner) => {
    for (const own of [new Error('deadlock detected'), new IntegrationRequestException('mine')]) {
      const seen: unknown[] = [];
      let calls = 0;
      const failing = async (): Promise<never> => {
        calls += 1;
        throw own;
      };
      expect(await failureOf(call(new ContractIntegration(platformThat(manner), recording(seen)), failing))).toBe(own);
      expect(seen[0]).not.toBeInstanceOf(IntegrationRequestException);
      expect(calls).toBe(1);
    }
  });
});
