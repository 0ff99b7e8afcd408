import { DemoShopA } from '@sync/demo-shops';
import {
  IntegrationRequestException,
  type BulkExportProbe,
  type BulkExportStart,
  type ExportBatch,
  type ExportRequest,
  type Integration,
  type IntegrationConnection,
  type OnBatch,
  type PlatformIntegration,
} from '@sync/integration-contract';
import type { IntegrationUnderTest } from '@sync/integration-contract/testing';
import type { AnyRecord, SystemCapability } from '@sync/records';
import { shopUnderTest as shopAUnderTest } from '../../commerce-a/testing/shop-under-test';
import { shopUnderTest as shopBUnderTest, startShop } from '../../commerce-b/testing/shop-under-test';
import { IntegrationRegistry } from '../../integration-registry';
import { registeredIntegrations } from '../../registered-integrations';

/** How an integration differs from a real one that keeps the contract. */
export interface Breach {
  /** commerce_b by default, since its page size can be small; commerce_a handles webhooks. */
  readonly driver?: 'commerce_a' | 'commerce_b';
  /** Takes the contract's defaults instead of its own probe and page ranges. */
  readonly minimal?: boolean;
  readonly subject?: Partial<IntegrationUnderTest>;
  readonly platform?: (real: PlatformIntegration) => Partial<PlatformIntegration>;
  /** Outside the contract's own wrapping: what callers would see if that were broken. */
  readonly integration?: (real: Integration, platform: PlatformIntegration) => Partial<Integration>;
}

/** For each rule of the contract: integrations that break it. */
export type Breaches = Readonly<Record<string, Readonly<Record<string, Breach>>>>;

const perPage = 4;

/** An integration of a real platform and a demo shop, changed by the breach. */
export function brokenIntegration(breach: Breach = {}): IntegrationUnderTest {
  const { minimal = false, driver = 'commerce_b' } = breach;
  return {
    perPage: driver === 'commerce_b' ? perPage : 50,
    hasPageRanges: !minimal,
    reportsLists: !minimal,
    handlesWebhooks: driver === 'commerce_a',
    modifiedAfter: 'filtered',
    listsIds: !minimal,
    probesRows: !minimal && driver === 'commerce_b',
    start: async ({ records }) => {
      const { integrations, platform } = registryOf(driver, breach);
      const real = methodsOf(integrations.forUnsaved(driver));
      const integration = { ...real, ...breach.integration?.(real, platform()) };
      if (driver === 'commerce_b') return shopBUnderTest(await startShop(records), integrations, integration);
      return shopAUnderTest(await DemoShopA.start({ customers: records, products: records, orders: records }), integrations, integration);
    },
    ...breach.subject,
  };
}

function registryOf(driver: string, { minimal, platform: change }: Breach) {
  let changed: PlatformIntegration | undefined;
  const registered = registeredIntegrations.map((create): (typeof registeredIntegrations)[number] => (http, settings) => {
    const created = create(http, settings);
    if (created.driver !== driver) return created;
    const { probe, begin, fetchPageRange, fetchRecords, ...required } = platformMethodsOf(created);
    const real = minimal
      ? required
      : {
          ...required,
          ...(probe && { probe }),
          ...(begin && { begin }),
          ...(fetchPageRange && { fetchPageRange }),
          ...(fetchRecords && { fetchRecords }),
        };
    changed = { ...real, ...change?.(real) };
    return changed;
  });
  const integrations = new IntegrationRegistry({ storeHostAllowlist: ['127.0.0.1'], commerceB: { perPage } }, registered);
  return { integrations, platform: (): PlatformIntegration => changed as PlatformIntegration };
}

function platformMethodsOf(platform: PlatformIntegration): PlatformIntegration {
  return {
    driver: platform.driver,
    transformer: platform.transformer,
    checkCredentials: platform.checkCredentials.bind(platform),
    fetchPages: platform.fetchPages.bind(platform),
    ...(platform.probe && { probe: platform.probe.bind(platform) }),
    ...(platform.begin && { begin: platform.begin.bind(platform) }),
    ...(platform.fetchPageRange && { fetchPageRange: platform.fetchPageRange.bind(platform) }),
    ...(platform.fetchRecords && { fetchRecords: platform.fetchRecords.bind(platform) }),
    ...(platform.handleWebhook && { handleWebhook: platform.handleWebhook.bind(platform) }),
  };
}

function methodsOf(integration: Integration): Integration {
  return {
    driver: integration.driver,
    verify: integration.verify.bind(integration),
    requestBulkExport: integration.requestBulkExport.bind(integration),
    streamBulkExport: integration.streamBulkExport.bind(integration),
    probeBulkExport: integration.probeBulkExport.bind(integration),
    beginBulkExport: integration.beginBulkExport.bind(integration),
    fetchBulkExportPageRange: integration.fetchBulkExportPageRange.bind(integration),
    fetchRecord: integration.fetchRecord.bind(integration),
    fetchRecords: integration.fetchRecords.bind(integration),
    handleWebhook: integration.handleWebhook.bind(integration),
    transformerClass: integration.transformerClass.bind(integration),
  };
}

type FetchPages = PlatformIntegration['fetchPages'];
type FetchRange = NonNullable<PlatformIntegration['fetchPageRange']>;
type Range = Parameters<FetchRange>[2];
type HandleWebhook = NonNullable<PlatformIntegration['handleWebhook']>;

export const ofPlatform = (platform: NonNullable<Breach['platform']>): Breach => ({ platform });

export const ofIntegration = (integration: NonNullable<Breach['integration']>): Breach => ({ integration });

export const ofMinimal = (integration: NonNullable<Breach['integration']>): Breach => ({ integration, minimal: true });

export const ofPages = (change: (real: FetchPages, platform: PlatformIntegration) => FetchPages): Breach =>
  ofPlatform((platform) => ({ fetchPages: change(platform.fetchPages, platform) }));

export const ofRanges = (change: (real: FetchRange) => FetchRange): Breach =>
  ofPlatform(({ fetchPageRange }) => ({ fetchPageRange: change(fetchPageRange as FetchRange) }));

/** The fetch gets another modifiedAfter. */
export const ofModifiedAfter = (change: (modifiedAfter: string | null) => string | null): Breach =>
  ofPages(
    (real) => (connection, request, onBatch) => real(connection, { ...request, modifiedAfter: change(request.modifiedAfter) }, onBatch),
  );

/** The range fetch gets another range. */
export const ofRangeRequests = (change: (range: Range) => Partial<Range>): Breach =>
  ofRanges((real) => (connection, request, range, onBatch) => real(connection, request, { ...range, ...change(range) }, onBatch));

/** The probe with other members, or without some. */
export const ofProbe = (change: (probe: BulkExportProbe) => Partial<BulkExportProbe>): Breach =>
  ofPlatform(({ probe }) => ({
    probe: async (...given) => {
      const real = await (probe as NonNullable<typeof probe>)(...given);
      return { ...real, ...change(real) };
    },
  }));

/** The beginning with other members, of the platform that has one. */
export const ofBeginnings = (change: (start: BulkExportStart) => Partial<BulkExportStart>): Breach => ({
  driver: 'commerce_a',
  ...ofIntegration((real) => ({
    beginBulkExport: async (connection, request) => {
      const start = await real.beginBulkExport(connection, request);
      return { ...start, ...change(start) } as typeof start;
    },
  })),
});

export const ofWebhooks = (change: (real: HandleWebhook) => HandleWebhook): Breach => ({
  driver: 'commerce_a',
  ...ofPlatform(({ handleWebhook }) => ({ handleWebhook: change(handleWebhook as HandleWebhook) })),
});

/** Intercepts each page on its way to the callback. */
export const ofCallbacks = (change: (batch: ExportBatch, onBatch: OnBatch, connection: IntegrationConnection) => Promise<void>): Breach =>
  ofPages((real) => (connection, request, onBatch) => real(connection, request, (batch) => change(batch, onBatch as OnBatch, connection)));

/** By capability: what the first shop exported. The breaches of records change copies, since each export takes a dozen requests. */
const exported = new Map<SystemCapability, Promise<ExportBatch[]>>();

async function exportOnce(real: FetchPages, connection: IntegrationConnection, request: ExportRequest): Promise<ExportBatch[]> {
  const batches: ExportBatch[] = [];
  await real(connection, request, async (batch) => void batches.push(batch));
  return batches;
}

/** Replaces members of every record, or of the records of one capability. For checks of records, whose shops are alike. */
export const ofRecords = (
  members: Record<string, unknown> | ((record: AnyRecord) => Record<string, unknown>),
  only?: SystemCapability,
): Breach =>
  ofPages((real) => async (connection, request, onBatch) => {
    const isChanged = only === undefined || only === request.capability;
    const changed = (record: AnyRecord) => ({ ...record, ...(typeof members === 'function' ? members(record) : members) });
    const batches = exported.get(request.capability) ?? exportOnce(real, connection, request);
    exported.set(request.capability, batches);
    for (const batch of structuredClone(await batches))
      await onBatch({ ...batch, records: isChanged ? batch.records.map(changed) : batch.records } as never);
  });

let calls = 0;
/** A different number with each call. */
export const nextNumber = (): number => (calls += 1);

/** Replaces an error with one that has only its message. */
export const rewrap = (error: Error): never => {
  throw new IntegrationRequestException(error.message);
};

export const rewrapsRanges = ofIntegration((real) => ({
  fetchBulkExportPageRange: (...given) => real.fetchBulkExportPageRange(...given).catch(rewrap),
}));
