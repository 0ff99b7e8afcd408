import type { Schemas } from '@sync/http-api';

type Schema = Schemas[string];

/** An example value composed from the examples of its parts. */
export function exampleOf(schema: Schema, named: Schemas): unknown {
  if ('$ref' in schema) {
    const target = named[schema.$ref.split('/').at(-1) ?? ''];
    return target && exampleOf(target, named);
  }
  if (schema.items) return [exampleOf(schema.items, named)];
  if (!schema.properties) return schema.example;
  return Object.fromEntries(Object.entries(schema.properties).map(([name, member]) => [name, exampleOf(member, named)]));
}
