import type { AnyRecord, SystemCapability } from '@sync/records';
import { IntegrationRequestException } from '../../exceptions';
import type { ExportBatch, OnBatch } from '../../export-request';
import type { IntegrationConnection } from '../../integration-connection';
import type { PlatformIntegration } from '../../platform-integration';
import type { Breach } from '../paper/paper-integration';
import type { PaperShop } from '../paper/paper-shop';

/** By the sentence of the contract: integrations that break it. */
export type Breaches = Readonly<Record<string, readonly (readonly [how: string, breach: Breach])[]>>;

type FetchPages = PlatformIntegration['fetchPages'];
type FetchRange = NonNullable<PlatformIntegration['fetchPageRange']>;
type HandleWebhook = NonNullable<PlatformIntegration['handleWebhook']>;

export const ofPlatform = (platform: NonNullable<Breach['platform']>): Breach => ({ platform });

export const ofIntegration = (integration: NonNullable<Breach['integration']>): Breach => ({ integration });

export const ofPages = (change: (honest: FetchPages, shop: PaperShop) => FetchPages): Breach =>
  ofPlatform(({ fetchPages }, shop) => ({ fetchPages: change(fetchPages, shop) }));

export const ofRanges = (change: (honest: FetchRange, shop: PaperShop) => FetchRange): Breach =>
  ofPlatform(({ fetchPageRange }, shop) => ({ fetchPageRange: change(fetchPageRange as FetchRange, shop) }));

export const ofWebhooks = (change: (honest: HandleWebhook) => HandleWebhook): Breach =>
  ofPlatform(({ handleWebhook }) => ({ handleWebhook: change(handleWebhook as HandleWebhook) }));

/** Each page on its way to the callback. */
export const ofCallbacks = (change: (batch: ExportBatch, onBatch: OnBatch) => Promise<void>): Breach =>
  ofPages((honest) => (connection, request, onBatch) => honest(connection, request, (batch) => change(batch, onBatch as OnBatch)));

/** Of every record, or of those of one capability, some members are others. */
export const ofRecords = (
  members: Record<string, unknown> | ((record: AnyRecord) => Record<string, unknown>),
  only?: SystemCapability,
): Breach => ({
  record: (record, capability) =>
    only === undefined || only === capability ? { ...record, ...(typeof members === 'function' ? members(record) : members) } : record,
});

/** Failures of the paged fetch that are taken for its end. */
export const swallowing = (isSwallowed: (error: IntegrationRequestException) => boolean): Breach =>
  ofPages(
    (honest) => (connection, request, onBatch) =>
      honest(connection, request, onBatch).catch((error: unknown) => {
        if (!(error instanceof IntegrationRequestException) || !isSwallowed(error)) throw error;
      }),
  );

/** Failures of the probe lose what they knew. */
export const losingDetails: Breach = ofIntegration((honest) => ({
  probeBulkExport: (...given) =>
    honest.probeBulkExport(...given).catch((error: Error) => {
      throw new IntegrationRequestException(error.message);
    }),
}));

export function keyOf(connection: IntegrationConnection): string {
  return String(connection.credentials.reveal().api_key);
}

let turns = 0;

/** Never the same number. */
export function nextTurn(): number {
  turns += 1;
  return turns;
}
