import type { RecordData, SnakeCased } from '@sync/records';

/** A record in the feed: the vocabulary in snake_case plus the feed's own members. */
export type FeedMembers<R extends RecordData> = SnakeCased<Omit<R, 'id' | 'modifiedAt'>> & {
  id: string;
  system_connection_id: string;
  synced_at: string;
  deleted_at: string | null;
};

interface Notes {
  description?: string;
  format?: string;
  enum?: string[];
  example?: unknown;
}

/** The schema that matches a type. Objects are schemas of their own; only nullable types may say `nullable`. */
export type SchemaOf<V> = null extends V ? SchemaOfValue<NonNullable<V>> & { nullable: true } : SchemaOfValue<V> & { nullable?: never };

type SchemaOfValue<V> = [V] extends [string]
  ? Notes & { type: 'string' }
  : [V] extends [number]
    ? Notes & { type: 'integer' }
    : [V] extends [boolean]
      ? Notes & { type: 'boolean' }
      : [V] extends [readonly (infer Item)[]]
        ? Notes & { type: 'array'; items: SchemaOf<Item> }
        : [V] extends [object]
          ? Pick<Notes, 'description'> & { $ref: string }
          : Notes & { type: ('string' | 'integer' | 'boolean')[] };

/** Exactly the members of T: a missing or extra member or a wrong nullability does not compile. */
export type MembersOf<T> = { [Name in keyof T]: SchemaOf<T[Name]> };

/** An object schema whose members are all required. */
export function objectOf<T>(description: string, properties: MembersOf<T>) {
  return { type: 'object', description, required: Object.keys(properties), properties };
}
