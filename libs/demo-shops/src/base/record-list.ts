/** A record as the shop shows it, field by field. */
export type Fields = Record<string, unknown>;

export interface RecordSource {
  /** Makes the record with this id, the same each time. */
  cut: (id: number) => Fields;
  /** In the order in which the shop lists them. */
  ids: readonly number[];
  nextId: number;
}

/** The records of one list. Memory holds ids and changes only: a record is cut from its template whenever it is needed. */
export class RecordList {
  private readonly listed: number[];
  private readonly present: Set<number>;
  private readonly changes = new Map<number, Fields>();
  private nextId: number;
  private ascending: { version: number; ids: readonly number[] } | null = null;
  /** Grows with every change. */
  version = 0;

  constructor(private readonly source: RecordSource) {
    this.listed = [...source.ids];
    this.present = new Set(source.ids);
    this.nextId = source.nextId;
  }

  get size(): number {
    return this.listed.length;
  }

  ids(): readonly number[] {
    return this.listed;
  }

  idsAscending(): readonly number[] {
    if (this.ascending?.version !== this.version) this.ascending = { version: this.version, ids: this.listed.toSorted((a, b) => a - b) };
    return this.ascending.ids;
  }

  has(id: number): boolean {
    return this.present.has(id);
  }

  /** A removed record stays readable, as in a shop's trash. */
  record(id: number): Fields {
    return { ...this.source.cut(id), ...this.changes.get(id) };
  }

  /** The fields that differ from those cut from the template. */
  changeOf(id: number): Fields | undefined {
    return this.changes.get(id);
  }

  /** Adds a record with these fields at the front or at the end. Returns its id. */
  add(fields: Fields, place: 'first' | 'last', id = this.nextId): number {
    this.nextId = Math.max(this.nextId, id + 1);
    this.changes.set(id, fields);
    this.insert(id, place === 'first' ? 0 : this.listed.length);
    return id;
  }

  /** Replaces the given fields. Also changes a removed record. */
  change(id: number, fields: Fields): void {
    this.changes.set(id, { ...this.changes.get(id), ...fields });
    this.version += 1;
  }

  remove(id: number): boolean {
    if (!this.present.delete(id)) return false;
    this.listed.splice(this.listed.indexOf(id), 1);
    this.version += 1;
    return true;
  }

  /** Lists a removed record again, at its place among descending ids. */
  restore(id: number): void {
    const place = this.listed.findIndex((other) => other < id);
    this.insert(id, place < 0 ? this.listed.length : place);
  }

  private insert(id: number, place: number): void {
    this.listed.splice(place, 0, id);
    this.present.add(id);
    this.version += 1;
  }
}
