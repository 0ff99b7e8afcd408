import type { OpenAPIObject } from '@nestjs/swagger';
import type { RecordData, SnakeCased } from '@sync/records';

export type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

/** A record in the feed: what the vocabulary says, in snake_case, and what the feed adds. */
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

/** Says of a value what its type says. Objects are schemas of their own; `null` belongs to those that may be null. */
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

/** Every member of T, and nothing else: what is missing, or too much, or may be null and is not said to, does not compile. */
export type MembersOf<T> = { [Name in keyof T]: SchemaOf<T[Name]> };

/** An object that always has all of these members. */
export function objectOf<T>(description: string, properties: MembersOf<T>) {
  return { type: 'object', description, required: Object.keys(properties), properties };
}
