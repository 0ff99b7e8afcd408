import { setImmediate as nextTurn } from 'node:timers/promises';
import { Secret, systemCapabilities, type SystemCapability } from '@sync/records';
import { IntegrationRequestException, InvalidIntegrationResponseException } from '../../exceptions';
import type { Integration } from '../../integration';
import type { IntegrationConnection } from '../../integration-connection';
import type { ChangedRecord, SentWebhook, ShopUnderTest, SpoiledAnswer } from '../integration-under-test';
import type { PaperRow } from './paper-records';

const generatedAt = '2025-06-01T12:00:00.000Z';
const apiKey = 'paper-key-5b1f';

/** A shop that exists on paper only: what the kit is tried out on, since the kit can know no real platform. */
export class PaperShop implements ShopUnderTest {
  readonly connection: IntegrationConnection = this.connectionWith(apiKey);
  readonly refusedConnection: IntegrationConnection = this.connectionWith('another-key');
  readonly integration: Integration;
  private readonly rows: Record<SystemCapability, PaperRow[]>;
  private asked = 0;
  private answer: SpoiledAnswer | null = null;
  private isAway = false;

  constructor(records: number, integrate: (shop: PaperShop) => Integration) {
    const rows = (): PaperRow[] => Array.from({ length: records }, (_, index) => ({ id: index + 1, modifiedAt: generatedAt }));
    this.rows = { customers: rows(), products: rows(), orders: rows() };
    this.integration = integrate(this);
  }

  /** What an HTTP request would be to a real platform. */
  async ask(connection: IntegrationConnection): Promise<void> {
    const key = connection.credentials.reveal().api_key;
    this.asked += 1;
    await nextTurn();
    if (this.isAway || this.answer === 'reset' || this.answer === 'cut')
      throw new IntegrationRequestException('The shop could not be reached.');
    if (this.answer) refuse(this.answer);
    if (key !== apiKey) throw new IntegrationRequestException('The shop answered 401.', { status: 401 });
  }

  async page(
    connection: IntegrationConnection,
    capability: SystemCapability,
    page: number,
    perPage: number,
    modifiedAfter: string | null,
  ): Promise<PaperRow[]> {
    await this.ask(connection);
    return this.listed(capability, modifiedAfter).slice((page - 1) * perPage, page * perPage);
  }

  /** Rows modified after the instant, strictly. */
  listed(capability: SystemCapability, modifiedAfter: string | null): PaperRow[] {
    return this.rows[capability].filter((row) => modifiedAfter === null || row.modifiedAt > new Date(modifiedAfter).toISOString());
  }

  ids(capability: SystemCapability): string[] {
    return this.rows[capability].map(({ id }) => String(id));
  }

  requests(): number {
    return this.asked;
  }

  async change(capability: SystemCapability): Promise<ChangedRecord> {
    const [row] = this.rows[capability];
    if (!row) throw new Error('There is nothing to change.');
    row.modifiedAt = '2026-03-01T08:00:00.000Z';
    return { sourceId: String(row.id), modifiedAt: row.modifiedAt };
  }

  spoil(answer: SpoiledAnswer | null): void {
    this.answer = answer;
  }

  async vanish(): Promise<void> {
    this.isAway = true;
  }

  webhook(capability: SystemCapability, event: 'updated' | 'deleted'): SentWebhook {
    const [row] = this.rows[capability];
    const payload = { topic: `${capability}.${event}`, body: { ...row }, receivedAt: '2026-03-01T08:00:01.000Z' };
    return { payload, capability, sourceId: String(row?.id) };
  }

  async stop(): Promise<void> {
    this.isAway = true;
  }

  private connectionWith(key: string): IntegrationConnection {
    return { id: 'paper', driver: 'commerce_a', baseUrl: 'https://paper.example', credentials: new Secret({ api_key: key }) };
  }
}

export function capabilityOf(topic: string | null): SystemCapability | undefined {
  return systemCapabilities.find((capability) => topic?.startsWith(`${capability}.`));
}

function refuse({ status, headers = {} }: Exclude<SpoiledAnswer, string>): never {
  if (status >= 200 && status < 300) throw new InvalidIntegrationResponseException('The shop answered something else.', { status });
  const seconds = Number(headers['Retry-After']);
  throw new IntegrationRequestException(`The shop answered ${status}.`, {
    status,
    ...(Number.isInteger(seconds) && { retryAfterSeconds: seconds }),
  });
}
