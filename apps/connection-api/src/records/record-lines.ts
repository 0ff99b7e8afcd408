import type { FeedBatch } from '@sync/record-store';
import type { SystemCapability } from '@sync/records';
import { cursorOf } from './feed-cursor';

/** The media type of a response with a line for each record. */
export const lines = 'application/x-ndjson';

/** Whether the `Accept` header of a request asks for lines, and not for JSON rather than lines. */
export function wantsLines(accept = ''): boolean {
  const weights = new Map(accept.split(',').map(weightOf));
  const ofLines = weights.get(lines) ?? 0;
  return ofLines > 0 && ofLines >= (weights.get('application/json') ?? 0);
}

function weightOf(range: string): [type: string, weight: number] {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return [type, weight === undefined ? 1 : Number(weight)];
}

/** The records of each batch as one text with a line for each, which has the cursor to read on from. */
export async function* linesOf(type: SystemCapability, batches: AsyncIterable<FeedBatch>): AsyncGenerator<string, void> {
  for await (const { records } of batches)
    yield records.map(({ place, text }) => `{"cursor":"${cursorOf(type, place)}","record":${text}}\n`).join('');
}
