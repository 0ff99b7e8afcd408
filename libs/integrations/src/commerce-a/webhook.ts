import {
  UnusableWebhookException,
  type RecordChange,
  type RecordDeletion,
  type RecordRefetch,
  type RecordUpsert,
  type StorableChange,
  type WebhookPayload,
} from '@sync/integration-contract';
import { platforms } from '@sync/platforms';
import type { SystemCapability } from '@sync/records';
import { asRow, sourceId, UnmappableRow } from '../mapping/platform-values';
import { isTrashed, reasonToLeaveOut } from './left-out';
import { mappings } from './mappings';
import { isUnknownRecord } from './unknown-record';

/** The platform names a resource in the singular. */
const resources = new Map<string, SystemCapability>(
  platforms.commerceA.capabilities.map((capability) => [capability.slice(0, -1), capability]),
);

const kinds = new Map<string, StorableChange['kind']>([
  ['created', 'upsert'],
  ['updated', 'upsert'],
  ['restored', 'restore'],
  ['deleted', 'delete'],
]);

/**
 * The change in a webhook. Null if it is about something no export brings (`coupon.created`, `action.…`, a draft of the checkout, staff)
 * or about a record that was gone when the shop sent it. Throws UnusableWebhookException if it is relevant but holds no record.
 */
export function changeOf({ topic, body }: WebhookPayload): RecordChange | null {
  if (topic === null) throw new UnusableWebhookException('The webhook does not say what it is about: its topic header is missing.');
  const [resource = '', event = '', more] = topic.trim().toLowerCase().split('.');
  const capability = resources.get(resource);
  const kind = kinds.get(event);
  if (!capability || !kind || more !== undefined) return null;
  if (isUnknownRecord(body)) return null;
  rejectErrorBody(body);
  return kind === 'delete' ? confirmedDeletionOf(capability, body) : changeOfRecord(kind, capability, body);
}

/**
 * The platform's deletions hold only the id. A signature does not cover the topic: the signed body of an update may come again as a
 * deletion. So the shop is asked about a body that holds more.
 */
function confirmedDeletionOf(capability: SystemCapability, body: unknown): RecordChange {
  const deletion = deletionOf(capability, body);
  return Object.keys(asRow(body) ?? {}).length > 1 ? refetchOf(capability, deletion.sourceId) : deletion;
}

/** A record in the trash is deleted, whatever event reports it: its stock, for example, still changes. */
function changeOfRecord(kind: RecordUpsert['kind'], capability: SystemCapability, body: unknown): RecordChange | null {
  const row = asRow(body);
  if (!row || reasonToLeaveOut(capability, row) === null)
    return isTrashed(row) ? deletionOf(capability, body) : upsertOf(kind, capability, body);
  const parent = capability === 'products' ? sourceId(row.parent_id) : null;
  return parent === null || parent === '0' ? null : refetchOf(capability, parent);
}

/** An old-format webhook of a newer shop sends a REST API error: {code, message, data}. */
function rejectErrorBody(body: unknown): void {
  const row = asRow(body);
  if (row && row.id === undefined && typeof row.code === 'string' && typeof row.message === 'string')
    throw new UnusableWebhookException(
      'The shop sent an error instead of the record. Its webhook may be set to an old version of the REST API.',
    );
}

function deletionOf(capability: SystemCapability, body: unknown): RecordDeletion {
  const id = sourceId(asRow(body)?.id);
  if (id === null) throw new UnusableWebhookException('The webhook does not say which record was deleted: it has no id.');
  return { kind: 'delete', capability, sourceId: id };
}

function refetchOf(capability: SystemCapability, id: string): RecordRefetch {
  return { kind: 'refetch', capability, sourceIds: [id] };
}

function upsertOf(kind: RecordUpsert['kind'], capability: SystemCapability, body: unknown): RecordUpsert {
  const record = mappings[capability](body);
  if (record instanceof UnmappableRow) throw new UnusableWebhookException(`The webhook holds no record: ${record.reason}.`);
  return { kind, capability, record } as RecordUpsert;
}
