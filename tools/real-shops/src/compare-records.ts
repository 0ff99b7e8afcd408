export type ExpectedRecord = Record<string, unknown>;
/** By source id. */
export type ExpectedRecords = ReadonlyMap<string, ExpectedRecord>;

export interface Difference {
  sourceId: string;
  field: string;
  expected: unknown;
  actual: unknown;
}

export interface Comparison {
  records: number;
  fields: number;
  wrong: Difference[];
  /** Old values that no modification date reveals. */
  stale: Difference[];
  /** In the shop, not served. */
  lost: string[];
  /** Served, gone in the shop. */
  ghosts: string[];
}

export interface ServedRecord extends Record<string, unknown> {
  source_id: string;
  deleted_at: string | null;
  synced_at: string;
}

/** Whether the service serves something else than the shop holds. */
export function differs({ wrong, lost, ghosts }: Comparison): boolean {
  return wrong.length + lost.length + ghosts.length > 0;
}

/** Ids and times that the service gives itself. */
const ownFields = new Set(['id', 'system_connection_id', 'synced_at', 'deleted_at', 'customer_id', 'product_id']);

export interface ComparedFields {
  /** Custom attributes to leave out. */
  unchecked: ReadonlySet<string>;
  /** Fields that the platform changes without the modification date. */
  undated: RegExp | null;
}

/** Compares each field of each record. A field is a path; what either side lacks is null there. */
export function compareRecords(
  expected: ExpectedRecords,
  feed: readonly ServedRecord[],
  { unchecked, undated }: ComparedFields,
): Comparison {
  const served = new Map(feed.filter(({ deleted_at }) => deleted_at === null).map((record) => [record.source_id, record]));
  const result: Comparison = {
    records: expected.size,
    fields: 0,
    wrong: [],
    stale: [],
    lost: [...expected.keys()].filter((id) => !served.has(id)),
    ghosts: [...served.keys()].filter((id) => !expected.has(id)),
  };
  for (const [sourceId, record] of expected) {
    const found = served.get(sourceId);
    if (!found) continue;
    const [wanted, actual] = [fieldsOf(record), fieldsOf(found)];
    for (const field of new Set([...wanted.keys(), ...actual.keys()])) {
      if (unchecked.has(field.replace(/^custom_attributes\./, ''))) continue;
      result.fields += 1;
      const [a, b] = [wanted.get(field) ?? null, actual.get(field) ?? null];
      if (comparable(field, a) !== comparable(field, b))
        (undated?.test(field) ? result.stale : result.wrong).push({ sourceId, field, expected: a, actual: b });
    }
  }
  return result;
}

/** Scalars by their path. Lists of `{key, value}` and of `{source_id}` go by that instead of their position. */
function fieldsOf(value: unknown, path = ''): Map<string, unknown> {
  const fields = new Map<string, unknown>();
  const put = (name: string, inner: unknown) => {
    for (const [key, scalar] of fieldsOf(inner, path === '' ? name : `${path}.${name}`)) fields.set(key, scalar);
  };
  if (Array.isArray(value)) {
    value.forEach((entry: unknown, index) => {
      const { key, source_id } = (entry ?? {}) as { key?: string; source_id?: string };
      if (key !== undefined) put(key, (entry as { value: unknown }).value);
      else put(source_id ?? String(index), entry);
    });
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) if (!ownFields.has(name)) put(name, inner);
  } else fields.set(path, value);
  return fields;
}

/** White space of a description depends on which tags start a line, and the time of an instant on how it is written. */
function comparable(field: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (field === 'description') return value.replace(/\s+/g, '');
  if (field.endsWith('_utc')) return new Date(value).getTime();
  return value;
}
