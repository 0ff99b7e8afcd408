import { InLanguages } from './data/languages';

export type Fields = Readonly<Record<string, unknown>>;

/** How the records of one resource come about. */
export interface RecordSource {
  make: (id: number) => Record<string, unknown>;
  /** Ids in the order in which the database gives them when nobody asks for another. */
  ids: readonly number[];
  /** Set: the database gives them by this field, then by id. */
  grouping?: string;
  /** Its dates without making the record. */
  dates?: (id: number) => { date_add: string; date_upd: string };
}

interface Change {
  fields: Fields;
  /** Texts of dates; the fields may say otherwise. */
  dates: Partial<Record<'date_add' | 'date_upd', string>>;
}

/** The records of one resource. Only ids are kept in memory: a record is made whenever it is asked for. */
export class ResourceRecords {
  private readonly listed: number[];
  private readonly present: Set<number>;
  private readonly changes = new Map<number, Change>();
  private nextId: number;
  private grouped: { version: number; ids: readonly number[] } | null = null;
  private sorted: { version: number; ids: readonly number[] } | null = null;
  /** Grows with every change. */
  version = 0;

  constructor(
    private readonly source: RecordSource,
    nextId: number,
  ) {
    this.listed = [...source.ids];
    this.present = new Set(this.listed);
    this.nextId = nextId;
  }

  get size(): number {
    return this.listed.length;
  }

  has(id: number): boolean {
    return this.present.has(id);
  }

  /** As the database gives them. */
  ids(): readonly number[] {
    const { grouping } = this.source;
    if (grouping === undefined) return this.listed;
    if (this.grouped?.version !== this.version) {
      const groups = new Map(this.listed.map((id) => [id, Number(this.field(id, grouping))]));
      const ids = this.idsAscending().toSorted((a, b) => (groups.get(a) ?? 0) - (groups.get(b) ?? 0));
      this.grouped = { version: this.version, ids };
    }
    return this.grouped.ids;
  }

  idsAscending(): readonly number[] {
    if (this.sorted?.version !== this.version) this.sorted = { version: this.version, ids: this.listed.toSorted((a, b) => a - b) };
    return this.sorted.ids;
  }

  /** Also of one that has never been there: what would be made. */
  record(id: number): Record<string, unknown> {
    const record = this.source.make(id);
    const change = this.changes.get(id);
    if (!change) return record;
    for (const [name, value] of Object.entries({ ...change.dates, ...change.fields })) record[name] = replacement(record[name], value);
    return record;
  }

  /** Cheap for ids and dates, which are what lists are filtered and sorted by. */
  field(id: number, name: string): unknown {
    if (name === 'id') return id;
    const isDate = name === 'date_add' || name === 'date_upd';
    if (!isDate || !this.source.dates || this.changes.has(id)) return this.record(id)[name];
    return this.source.dates(id)[name];
  }

  /** A record made like the others and overwritten with the fields. Returns its id. */
  add(fields: Fields, dates: Change['dates'], id = this.nextId): number {
    this.nextId = Math.max(this.nextId, id + 1);
    this.changes.set(id, { fields, dates });
    this.listed.push(id);
    this.present.add(id);
    this.version += 1;
    return id;
  }

  /** False: there is no such record. */
  change(id: number, fields: Fields, dates: Change['dates']): boolean {
    if (!this.has(id)) return false;
    const before = this.changes.get(id);
    const shown = this.record(id);
    const meant = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, replacement(shown[name], value)]));
    this.changes.set(id, { fields: { ...before?.fields, ...meant }, dates: { ...before?.dates, ...dates } });
    this.version += 1;
    return true;
  }

  /** The row is gone for good. False: there is no such record. */
  remove(id: number): boolean {
    if (!this.present.delete(id)) return false;
    this.listed.splice(this.listed.indexOf(id), 1);
    this.version += 1;
    return true;
  }
}

/** A field in several languages takes one text for all of them, or what a list of {id, value} says. */
function replacement(before: unknown, value: unknown): unknown {
  if (!(before instanceof InLanguages)) return value;
  if (typeof value === 'string') return new InLanguages(before.texts.map(() => value));
  if (!Array.isArray(value)) return value;
  const entries = value as { id?: unknown; value?: unknown }[];
  const said = (index: number) => entries.find(({ id }) => Number(id) === index + 1)?.value;
  return new InLanguages(before.texts.map((text, index) => String(said(index) ?? text)));
}
