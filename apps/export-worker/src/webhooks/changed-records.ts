import { UnrecoverableTaskError } from '@sync/durable-work';
import type { RecordRefetch } from '@sync/integration-contract';
import { systemCapabilities } from '@sync/records';
import { inRefetches } from './in-refetches';

const maxIds = 500;
const id = /^\d{1,20}$/;

/**
 * The records that a message of a shop's plugin names: `{changed: {orders: ["12"]}, deleted: {products: ["7"]}}`. The shop is asked about
 * deleted ones, too, because the topic is not signed. Throws UnrecoverableTaskError for any other body.
 */
export function changedRecords(body: unknown): RecordRefetch[] {
  const lists = ['changed', 'deleted'].map((member) => listsIn(body, member));
  const named = systemCapabilities.map((capability) => ({ capability, sourceIds: lists.flatMap((list) => idsIn(list[capability])) }));
  if (named.reduce((sum, { sourceIds }) => sum + sourceIds.length, 0) > maxIds) throw unusable(`it names more than ${maxIds} records`);
  return named.flatMap(({ capability, sourceIds }) =>
    inRefetches([...new Set(sourceIds)]).map((chunk) => ({ kind: 'refetch', capability, sourceIds: chunk }) as const),
  );
}

function listsIn(body: unknown, member: string): Record<string, unknown> {
  if (!isPlainObject(body)) throw unusable('it is no object');
  const lists = body[member] ?? {};
  if (!isPlainObject(lists)) throw unusable(`"${member}" is no object`);
  return lists;
}

function idsIn(list: unknown = []): string[] {
  if (!Array.isArray(list) || !list.every((value): value is string => typeof value === 'string' && id.test(value)))
    throw unusable('its ids are no lists of digits in quotation marks');
  return list;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unusable(reason: string): UnrecoverableTaskError {
  return new UnrecoverableTaskError(`The plugin's message cannot be used: ${reason}.`);
}
