import { inspect } from 'node:util';
import { Secret } from '@sync/records';
import { ContractIntegration } from './contract-integration';
import { CircuitOpenException, IntegrationRequestException, InvalidIntegrationResponseException } from './exceptions';
import type { ExportBatch, ExportRequest, OnBatch } from './export-request';
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
const operations: [string, (raise: () => Promise<never>) => Partial<PlatformIntegration>, Call][] = [
  ['paged fetch', (raise) => ({ fetchPages: raise }), (integration) => integration.streamBulkExport(connection, request, ignore)],
  ['probe', (raise) => ({ probe: raise }), (integration) => integration.probeBulkExport(connection, request)],
  [
    'page-range fetch',
    (raise) => ({ fetchPageRange: raise }),
    (integration) => integration.fetchBulkExportPageRange(connection, request, 1, 2, 50, ignore),
  ],
  ['webhook handler', (raise) => ({ handleWebhook: raise }), (integration) => integration.handleWebhook(connection, webhook, ignore)],
];

describe('verify', () => {
  it('returns the result of the credential check', async () => {
    const result = VerificationResult.failure('Invalid connection token');
    expect(await new ContractIntegration(platform()).verify(connection)).toEqual(VerificationResult.success('shop'));
    expect(await new ContractIntegration(platform({ checkCredentials: async () => result })).verify(connection)).toBe(result);
  });

  it.each([
    ['an integration error', new IntegrationRequestException('The shop responded with 500.'), 'The shop responded with 500.'],
    ['a stray error', new TypeError('secret'), 'The integration failed unexpectedly (TypeError).'],
    ['a thrown string', 'secret', 'The integration failed unexpectedly (not an error object).'],
    ['an open breaker', new CircuitOpenException('open'), 'open'],
  ])('converts %s into a failed result', async (_name, error, message) => {
    const checkCredentials = (): Promise<never> => Promise.reject(error as Error);
    expect(await new ContractIntegration(platform({ checkCredentials })).verify(connection)).toMatchObject({ successful: false, message });
  });

  it('never throws, even if the check throws synchronously or returns nothing', async () => {
    const throwsSynchronously = (): never => {
      throw new Error('secret');
    };
    const returnsNothing = async (): Promise<never> => undefined as never;
    for (const checkCredentials of [throwsSynchronously, returnsNothing]) {
      expect((await new ContractIntegration(platform({ checkCredentials })).verify(connection)).successful).toBe(false);
    }
  });
});

describe('errors of a platform', () => {
  it.each(operations)('become InvalidIntegrationResponseException without their message (%s)', async (_name, failing, call) => {
    const raise = async (): Promise<never> => {
      throw new RangeError('https://user:secret@shop.example/?token=secret\n    at secret (/secret:1:1)');
    };
    const error = await failureOf(call(new ContractIntegration(platform(failing(raise)))));
    expect(error).toBeInstanceOf(InvalidIntegrationResponseException);
    expect(error).toBeInstanceOf(IntegrationRequestException);
    expect((error as Error).message).toBe('The integration failed unexpectedly (RangeError).');
    expect(inspect(error, { depth: null })).not.toContain('secret');
    expect((error as Error).stack).toContain('contract-integration.spec');
  });

  it.each(operations)('pass unchanged if they are IntegrationRequestException already (%s)', async (_name, failing, call) => {
    const raised = new IntegrationRequestException('The shop responded with 404.', { status: 404 });
    const integration = new ContractIntegration(platform(failing(() => Promise.reject(raised))));
    expect(await failureOf(call(integration))).toBe(raised);
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
  const change: RecordChange = { kind: 'delete', capability: 'orders', sourceId: '1' };
  const own = new Error('deadlock detected');
  const passes: PlatformIntegration['handleWebhook'] = async (_connection, _payload, onChange) => onChange(change);
  const swallows: PlatformIntegration['handleWebhook'] = async (_connection, _payload, onChange) => onChange(change).catch(() => undefined);

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

  it.each([
    ['passes it on', passes],
    ['swallows it', swallows],
  ])('passes an error of the callback unchanged and past the breaker when the platform %s', async (_name, handleWebhook) => {
    const seen: unknown[] = [];
    const integration = new ContractIntegration(platform({ handleWebhook }), recording(seen));
    expect(await failureOf(integration.handleWebhook(connection, webhook, () => Promise.reject(own)))).toBe(own);
    expect(seen[0]).not.toBeInstanceOf(IntegrationRequestException);
  });

  it.each<[string, OperationGuard | undefined]>([
    ['', undefined],
    [', even while the breaker is open', { run: () => Promise.reject(new CircuitOpenException('open')) }],
  ])('throws not implemented by default%s', async (_name, guard) => {
    const error = await failureOf(new ContractIntegration(platform(), guard).handleWebhook(connection, webhook, async () => undefined));
    expect(error).toBeInstanceOf(InvalidIntegrationResponseException);
    expect((error as Error).message).toMatch(/not implemented/);
  });
});

describe('an error of the export callback', () => {
  const databaseError = new Error('deadlock detected');
  const failing: OnBatch<'products'> = () => Promise.reject(databaseError);
  const wraps: PlatformIntegration['fetchPages'] = async (_connection, _request, onBatch) => {
    await onBatch(page(1) as never).catch(() => {
      throw new TypeError('wrapped');
    });
  };
  const swallows: PlatformIntegration['fetchPages'] = async (_connection, _request, onBatch) => {
    await onBatch(page(1) as never).catch(() => undefined);
    await onBatch(page(2) as never).catch(() => undefined);
  };

  it.each([
    ['passes it on', platform().fetchPages],
    ['wraps it', wraps],
    ['swallows it', swallows],
  ])('passes unchanged when the platform %s', async (_name, fetchPages) => {
    const integration = new ContractIntegration(platform({ fetchPages }));
    expect(await failureOf(integration.streamBulkExport(connection, request, failing))).toBe(databaseError);
    expect(await failureOf(integration.fetchBulkExportPageRange(connection, request, 1, 1, 50, failing))).toBe(databaseError);
  });

  it('passes unchanged and past the breaker even if it is an IntegrationRequestException', async () => {
    const own = new IntegrationRequestException('mine');
    const seen: unknown[] = [];
    const integration = new ContractIntegration(platform(), recording(seen));
    expect(await failureOf(integration.streamBulkExport(connection, request, () => Promise.reject(own)))).toBe(own);
    expect(seen[0]).not.toBeInstanceOf(IntegrationRequestException);
  });

  it('stops further callbacks, even if the platform goes on', async () => {
    let calls = 0;
    const integration = new ContractIntegration(platform({ fetchPages: swallows }));
    const counting = async (): Promise<never> => {
      calls += 1;
      throw databaseError;
    };
    await failureOf(integration.streamBulkExport(connection, request, counting));
    expect(calls).toBe(1);
  });
});
