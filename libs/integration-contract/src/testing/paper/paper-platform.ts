import type { RecordOf, SystemCapability } from '@sync/records';
import { UnusableWebhookException } from '../../exceptions';
import type { BulkExportProbe, ExportBatch, ExportRequest, OnBatch } from '../../export-request';
import type { IntegrationConnection } from '../../integration-connection';
import type { PageRange, PlatformIntegration } from '../../platform-integration';
import type { Transformer } from '../../transformer';
import { VerificationResult } from '../../verification-result';
import type { OnChange, WebhookPayload } from '../../webhook';
import { paperRecords, type PaperRow } from './paper-records';
import { capabilityOf, type PaperShop } from './paper-shop';

export const paperPage = 4;

class Unchanged implements Transformer {
  transform<C extends SystemCapability>(_capability: C, records: RecordOf[C][]): RecordOf[C][] {
    return [...records];
  }
}

/** What is required of a platform, and nothing else. */
export class MinimalPaperPlatform implements PlatformIntegration {
  readonly driver = 'commerce_a';
  readonly transformer = Unchanged;

  constructor(protected readonly shop: PaperShop) {}

  async checkCredentials(connection: IntegrationConnection): Promise<VerificationResult> {
    await this.shop.ask(connection);
    return VerificationResult.success('paper');
  }

  async fetchPages<C extends SystemCapability>(
    connection: IntegrationConnection,
    request: ExportRequest<C>,
    onBatch: OnBatch<C>,
  ): Promise<void> {
    for (let page = 1; ; page += 1) {
      const rows = await this.shop.page(connection, request.capability, page, paperPage, request.modifiedAfter);
      if (rows.length === 0) return;
      await onBatch(toBatch(request.capability, page, rows));
      if (rows.length < paperPage) return;
    }
  }
}

/** A platform with everything that the contract offers. */
export class PaperPlatform extends MinimalPaperPlatform {
  async probe(connection: IntegrationConnection, { capability, modifiedAfter }: ExportRequest): Promise<BulkExportProbe> {
    await this.shop.ask(connection);
    const listed = this.shop.listed(capability, modifiedAfter);
    const list = { total: listed.length, newest: markOf(listed.at(-1)) };
    return { totalPages: Math.ceil(listed.length / paperPage), perPage: paperPage, list };
  }

  async fetchPageRange<C extends SystemCapability>(
    connection: IntegrationConnection,
    request: ExportRequest<C>,
    { startPage, endPage, perPage }: PageRange,
    onBatch: OnBatch<C>,
  ): Promise<void> {
    for (let page = startPage; page <= endPage; page += 1) {
      const rows = await this.shop.page(connection, request.capability, page, perPage, request.modifiedAfter);
      const total = this.shop.listed(request.capability, request.modifiedAfter).length;
      const list = { total, pages: Math.ceil(total / perPage), rows: rows.map((row) => ({ key: String(row.id), mark: markOf(row) })) };
      await onBatch({ ...toBatch(request.capability, page, rows), list });
      if (rows.length === 0) return;
    }
  }

  async handleWebhook(_connection: IntegrationConnection, { topic, body }: WebhookPayload, onChange: OnChange): Promise<void> {
    const capability = capabilityOf(topic);
    if (!capability) return;
    const { id, modifiedAt } = (body ?? {}) as Partial<PaperRow>;
    if (typeof id !== 'number' || typeof modifiedAt !== 'string') throw new UnusableWebhookException('The webhook holds no record.');
    if (topic?.endsWith('.deleted')) await onChange({ kind: 'delete', capability, sourceId: String(id) });
    else await onChange({ kind: 'upsert', capability, record: paperRecords[capability]({ id, modifiedAt }) } as never);
  }
}

/** The shop on paper lists by id, and counts ids up. */
function markOf(row: PaperRow | undefined): string {
  return String(row?.id ?? '').padStart(8, '0');
}

export function toBatch<C extends SystemCapability>(capability: C, page: number, rows: readonly PaperRow[]): ExportBatch<C> {
  return { page, records: rows.map((row) => paperRecords[capability](row)), skipped: [], rows: rows.length };
}
