import type { SystemCapability } from '@sync/records';
import { contentColumns } from './columns';

/**
 * A record's story: the last writings of it, newest first, in its own row. An entry is one text: what happened, who did it, when (epoch
 * milliseconds), and the names of the fields that changed. It holds no value, so it says nothing of a person.
 */
const maxStoryEntries = 5;

/** What happened to a record. `stored`: its content came for the first time. `linked`: an order found its customer or products. */
export type StoryEvent = 'stored' | 'changed' | 'deleted' | 'restored' | 'linked' | 'erased';

/** `refetch`: a task that read the record from the shop again. `service`: by itself, as when it finds a link. */
export type StoryAuthor = 'run' | 'webhook' | 'refetch' | 'erasure' | 'service';

export interface StoryEntry {
  event: StoryEvent;
  /** Id: of the run, the task or the erasure; null: of the service, or unknown. */
  by: { kind: StoryAuthor; id: string | null };
  at: Date;
  /** As the feed names them. Empty: none changed, or the event does not tell. */
  fields: string[];
}

export interface RecordStory {
  /** Newest first. */
  entries: StoryEntry[];
  /** Nothing happened before the oldest entry. */
  isComplete: boolean;
}

/** Who writes, as an entry names it. */
export function authorText(kind: StoryAuthor, id?: string): string {
  return id === undefined ? kind : `${kind}:${id}`;
}

/** Found once for all rows of a statement. */
const now = '(select floor(extract(epoch from now()) * 1000))';

/** SQL of an entry. Each parameter is SQL; `fields` of a text that may be empty. */
export function storyEntry(event: string, author: string, fields = 'null'): string {
  return `concat_ws(' ', ${event}, ${author}, ${now}, nullif(${fields}, ''))`;
}

/** SQL of the story of the row `stored` with one more entry. */
export function withEntry(entry: string, stored = 'stored'): string {
  return `(array[${entry}] || ${stored}.story)[1:${maxStoryEntries}]`;
}

/** They name the record, so none of them changes. */
const lasting: readonly string[] = ['source_id', 'system'];

const differ = (name: string, cast = '') => `stored.${name}${cast} is distinct from excluded.${name}${cast}`;

const namesOf = (fields: readonly string[], isChanged: (name: string) => string) =>
  `concat_ws(',', ${fields.map((name) => `case when ${isChanged(name)} then '${name}' end`).join(', ')})`;

/**
 * SQL, in an upsert: the names of the fields in which `stored` and `excluded` differ. Json has no equality, and linking writes the members of
 * a line item in another order. Mostly no json changes: comparing the bytes of all takes half the time that comparing them one by one does.
 */
export function changedFields(capability: SystemCapability): string {
  const fields = contentColumns[capability].filter(({ name }) => !lasting.includes(name));
  const jsons = fields.filter(({ type }) => type === 'json').map(({ name }) => name);
  const plain = fields.filter(({ type }) => type !== 'json').map(({ name }) => name);
  if (capability === 'orders') plain.push('customer_id');
  const rowOf = (row: string) => `row(${jsons.map((name) => `${row}.${name}`).join(', ')})`;
  const changedJsons = namesOf(jsons, (name) => `${differ(name, '::text')} and ${differ(name, '::jsonb')}`);
  return `concat_ws(',', nullif(${namesOf(plain, (name) => differ(name))}, ''),
    case when record_image_ne(${rowOf('stored')}, ${rowOf('excluded')}) then nullif(${changedJsons}, '') end)`;
}

/** What a row's column holds. Null: the row is older than the column. */
export function readStory(story: readonly string[] | null): RecordStory {
  const entries = (story ?? []).map(readEntry);
  const isComplete = entries.length > 0 && (entries.length < maxStoryEntries || entries.at(-1)?.event === 'stored');
  return { entries, isComplete };
}

function readEntry(text: string): StoryEntry {
  const [event, author = '', at, fields] = text.split(' ');
  const [kind, id = null] = author.split(':');
  return { event: event as StoryEvent, by: { kind: kind as StoryAuthor, id }, at: new Date(Number(at)), fields: fields?.split(',') ?? [] };
}
