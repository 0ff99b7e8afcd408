import { DemoShopA } from '@sync/demo-shops';
import {
  IntegrationRequestException,
  type BulkExportProbe,
  type BulkExportStart,
  type ExportBatch,
  type ExportRequest,
  type Integration,
  type IntegrationConnection,
  type ListedPage,
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

/** The object with some members replaced or hidden. Its own methods keep their `this`. */
function altered<T extends object>(real: T, changes: Partial<T> = {}, hidden: readonly (keyof T)[] = []): T {
  return new Proxy(real, {
    get: (target, name) => {
      if (hidden.includes(name as keyof T)) return undefined;
      if (name in changes) return changes[name as keyof T];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' && name !== 'transformer' ? (value.bind(target) as unknown) : value;
    },
  });
}

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
      const sizes = { customers: records, products: records, orders: records };
      const { integrations, integration } = broken(driver, breach);
      if (driver === 'commerce_b') return shopBUnderTest(await startShop(records), integrations, integration);
      return shopAUnderTest(await DemoShopA.start(sizes), integrations, integration);
    },
    ...breach.subject,
  };
}

function broken(driver: 'commerce_a' | 'commerce_b', { minimal, platform: change, integration: changeOutside }: Breach) {
  let platform: PlatformIntegration | undefined;
  const registered = registeredIntegrations.map((create): (typeof registeredIntegrations)[number] => (http, settings) => {
    const created = create(http, settings);
    if (created.driver !== driver) return created;
    const real = altered(created, {}, minimal ? ['probe', 'begin', 'fetchPageRange', 'fetchRecords'] : []);
    return (platform = altered(real, change?.(real)));
  });
  const integrations = new IntegrationRegistry({ storeHostAllowlist: ['127.0.0.1'], commerceB: { perPage } }, registered);
  const real = altered(integrations.forUnsaved(driver));
  return { integrations, integration: altered(real, changeOutside?.(real, platform as PlatformIntegration)) };
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

/** The range fetch gets another range or request. */
export const ofRangeRequests = (
  change: (range: Range) => Partial<Range>,
  members: Partial<Omit<ExportRequest, 'capability'>> = {},
): Breach =>
  ofRanges(
    (real) => (connection, request, range, onBatch) =>
      real(connection, { ...request, ...members }, { ...range, ...change(range) }, onBatch),
  );

/** The pages of a range say something else about their list. */
export const ofListedPages = (change: (list: ListedPage) => Partial<ListedPage>): Breach =>
  ofRanges(
    (real) => (connection, request, range, onBatch) =>
      real(connection, request, range, (batch) => onBatch({ ...batch, list: batch.list && { ...batch.list, ...change(batch.list) } })),
  );

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
