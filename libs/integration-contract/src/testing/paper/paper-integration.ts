import type { AnyRecord, SystemCapability } from '@sync/records';
import { ContractIntegration } from '../../contract-integration';
import type { ExportBatch, OnBatch } from '../../export-request';
import type { Integration } from '../../integration';
import type { PlatformIntegration } from '../../platform-integration';
import type { IntegrationUnderTest } from '../integration-under-test';
import { MinimalPaperPlatform, paperPage, PaperPlatform } from './paper-platform';
import { PaperShop } from './paper-shop';

/** How an integration differs from one that keeps the contract. */
export interface Breach {
  /** True: of a platform that takes the contract's defaults. */
  readonly minimal?: boolean;
  readonly subject?: Partial<IntegrationUnderTest>;
  readonly platform?: (honest: PlatformIntegration, shop: PaperShop) => Partial<PlatformIntegration>;
  /** Past the contract's own wrapping: what callers would see if that were broken. */
  readonly integration?: (honest: Integration, shop: PaperShop) => Partial<Integration>;
  /** Each record on its way to the callback. */
  readonly record?: (record: AnyRecord, capability: SystemCapability) => unknown;
}

/** An integration of the shop on paper: one that keeps the contract, but for the breach. */
export function paperIntegration(breach: Breach = {}): IntegrationUnderTest {
  const { minimal = false } = breach;
  return {
    perPage: paperPage,
    hasPageRanges: !minimal,
    tellsOfItsLists: !minimal,
    handlesWebhooks: !minimal,
    modifiedAfter: 'filtered',
    start: async ({ records }) => new PaperShop(records, (shop) => integrationOf(shop, minimal, breach)),
    ...breach.subject,
  };
}

function integrationOf(shop: PaperShop, minimal: boolean, { platform, integration, record }: Breach): Integration {
  const honestPlatform = operationsOfPlatform(minimal ? new MinimalPaperPlatform(shop) : new PaperPlatform(shop));
  const honest = operationsOf(new ContractIntegration({ ...honestPlatform, ...platform?.(honestPlatform, shop) }));
  const withRecords = record ? { ...honest, ...changingRecords(honest, record) } : honest;
  return { ...withRecords, ...integration?.(withRecords, shop) };
}

function operationsOfPlatform(platform: PlatformIntegration): PlatformIntegration {
  return {
    driver: platform.driver,
    transformer: platform.transformer,
    checkCredentials: platform.checkCredentials.bind(platform),
    fetchPages: platform.fetchPages.bind(platform),
    ...(platform.probe && { probe: platform.probe.bind(platform) }),
    ...(platform.fetchPageRange && { fetchPageRange: platform.fetchPageRange.bind(platform) }),
    ...(platform.handleWebhook && { handleWebhook: platform.handleWebhook.bind(platform) }),
  };
}

function operationsOf(integration: Integration): Integration {
  return {
    driver: integration.driver,
    verify: integration.verify.bind(integration),
    requestBulkExport: integration.requestBulkExport.bind(integration),
    streamBulkExport: integration.streamBulkExport.bind(integration),
    probeBulkExport: integration.probeBulkExport.bind(integration),
    fetchBulkExportPageRange: integration.fetchBulkExportPageRange.bind(integration),
    handleWebhook: integration.handleWebhook.bind(integration),
    transformerClass: integration.transformerClass.bind(integration),
  };
}

function changingRecords(honest: Integration, change: NonNullable<Breach['record']>): Partial<Integration> {
  const changed =
    (capability: SystemCapability, onBatch: OnBatch<never>) =>
    (batch: ExportBatch): Promise<void> =>
      onBatch({ ...batch, records: batch.records.map((record) => change(record, capability)) as never[] });
  return {
    streamBulkExport: (connection, request, onBatch) =>
      honest.streamBulkExport(connection, request, changed(request.capability, onBatch as OnBatch<never>)),
  };
}
