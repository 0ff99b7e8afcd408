import { UnusableWebhookException, type RecordChange, type RecordUpsert, type WebhookPayload } from '@sync/integration-contract';
import type { SystemCapability } from '@sync/records';
import { asRow, sourceId, UnmappableRow } from '../mapping/platform-values';
import { mappings } from './mappings';

const resources = new Map<string, SystemCapability>([
  ['customer', 'customers'],
  ['order', 'orders'],
  ['product', 'products'],
]);

const kinds = new Map<string, RecordChange['kind']>([
  ['created', 'upsert'],
  ['updated', 'upsert'],
  ['restored', 'restore'],
  ['deleted', 'delete'],
]);

/**
 * What a webhook of the platform says. Null when it is about nothing that this service keeps (`coupon.created`, `action.…`).
 * Raises UnusableWebhookException when it is, and holds no record.
 */
export function changeOf({ topic, body }: WebhookPayload): RecordChange | null {
  if (topic === null) throw new UnusableWebhookException('The webhook does not say what it is about: its topic header is missing.');
  const [resource = '', event = '', more] = topic.trim().toLowerCase().split('.');
  const capability = resources.get(resource);
  const kind = kinds.get(event);
  if (!capability || !kind || more !== undefined) return null;
  refuseErrorAnswer(body);
  return kind === 'delete' ? deletionOf(capability, body) : upsertOf(kind, capability, body);
}

/** An old-format webhook of a newer shop sends what its REST API answered: {code, message, data}. */
function refuseErrorAnswer(body: unknown): void {
  const row = asRow(body);
  if (row && row.id === undefined && typeof row.code === 'string' && typeof row.message === 'string')
    throw new UnusableWebhookException(
      'The shop sent an error instead of the record. Its webhook may be set to an old version of the REST API.',
    );
}

/** "Deleted payload has only the id." */
function deletionOf(capability: SystemCapability, body: unknown): RecordChange {
  const id = sourceId(asRow(body)?.id);
  if (id === null) throw new UnusableWebhookException('The webhook does not say which record was deleted: it has no id.');
  return { kind: 'delete', capability, sourceId: id };
}

/** Through the same mapping as the export. */
function upsertOf(kind: RecordUpsert['kind'], capability: SystemCapability, body: unknown): RecordUpsert {
  const record = mappings[capability](body);
  if (record instanceof UnmappableRow) throw new UnusableWebhookException(`The webhook holds no record: ${record.reason}.`);
  return { kind, capability, record } as RecordUpsert;
}
