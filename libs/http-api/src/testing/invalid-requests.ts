import type { ServiceResponse } from './api-under-test';
import type { Description, Schema } from './described-api';
import type { Route } from './routes';

/** A request that every route of its description refuses. */
export interface InvalidRequest {
  what: string;
  statuses: number[];
  /** JSON pointer to the value that the problem names, or to a part of it. */
  pointer?: string;
  body?: unknown;
  query?: string;
  headers?: Record<string, string>;
  /** True: the variant of the body is for requests without a token. */
  withoutToken?: boolean;
}

/** libs/service-runtime tests the reader of bodies; here every route proves that it is behind that reader. */
const unreadable: [what: string, statuses: number[], text: string, headers?: Record<string, string>][] = [
  ...['{', '{"a":1,}', "{'a':1}", '{"a":NaN}', '\u0000', '{}{}', '{"a":"\u0001"}', '<a/>'].map((text): (typeof unreadable)[number] => [
    `malformed JSON ${JSON.stringify(text)}`,
    [400],
    text,
  ]),
  ...['[]', 'null', '"x"', '1', 'true'].map((text): (typeof unreadable)[number] => [`${text} instead of an object`, [422], text]),
  ...['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain', 'application/xml', 'nonsense'].map(
    (type): (typeof unreadable)[number] => [`content type ${type}`, [415], '{}', { 'content-type': type }],
  ),
  ['a content encoding', [415], '{}', { 'content-encoding': 'gzip' }],
  ['2 MB', [413], `{"filler":"${'x'.repeat(2_000_000)}"}`],
  ['arrays nested 5,000 deep', [400], `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`],
  ['objects nested 40 deep', [400], `{"a":${'{"b":'.repeat(40)}1${'}'.repeat(40)}}`],
  ['10,001 members', [400], JSON.stringify({ a: Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`k${at}`, 1])) })],
  ['__proto__', [422], '{"__proto__":{"status":"active"}}'],
  ['constructor.prototype', [422], '{"constructor":{"prototype":{"polluted":1}}}'],
  ['a nested __proto__', [422], '{"a":{"__proto__":[]}}'],
];

const wrongTypes: Record<string, unknown[]> = {
  string: [5, 1.5, true, {}, ['a']],
  integer: ['x', 1.5, {}, ['a']],
  number: ['x', {}, ['a']],
  boolean: ['x', 5, {}],
  array: ['x', 5, {}],
  object: ['x', 5, true, ['a']],
};

/** Texts that nothing stores. */
const unusableTexts = ['a\u0000', '\ud800', 'x'.repeat(100_000)];

/** Made from the schemas of its body and of its query parameters. */
export function invalidRequests(route: Route, description: Description, ignored: readonly string[]): InvalidRequest[] {
  const content = route.operation.requestBody?.content['application/json'];
  const variants = content?.schema?.anyOf ?? (content?.schema ? [content.schema] : []);
  const examples = Object.values(content?.examples ?? {});
  const bodies = variants.flatMap((variant, at) => {
    const withoutToken = at === 0 && route.access?.isOpen !== undefined;
    const example = examples[Math.min(at, examples.length - 1)]?.value as Record<string, unknown>;
    const skipped = ignored.filter((one) => one.startsWith(`${route.name} `)).map((one) => one.slice(route.name.length + 1));
    return invalidBodies(variant, example, description, skipped).map((request) => ({ ...request, withoutToken }));
  });
  const texts = variants.length > 0 ? unreadable.map(([what, statuses, body, headers]) => ({ what, statuses, body, headers })) : [];
  return [...texts, ...bodies, ...invalidQueries(route)];
}

export function pointsTo({ body }: ServiceResponse, pointer: string): boolean {
  const errors = body['errors'] as { pointer: string }[] | undefined;
  return errors?.some((error) => error.pointer === pointer || error.pointer.startsWith(`${pointer}/`)) ?? false;
}

function resolved(schema: Schema, description: Description): Schema {
  return schema.$ref === undefined ? schema : (description.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
}

function invalidBodies(
  variant: Schema,
  example: Record<string, unknown>,
  description: Description,
  ignored: readonly string[],
): InvalidRequest[] {
  const members = Object.entries(resolved(variant, description).properties ?? {}).filter(([name]) => !ignored.includes(name));
  return members.flatMap(([name, member]) => {
    const schema = resolved(member, description);
    const type = [schema.type].flat().find((one) => one !== 'null') ?? (schema.properties ? 'object' : '');
    const named = [...(wrongTypes[type] ?? []), ...outsideOf(schema)].map((value) => ({ value, pointer: `/${name}` }));
    const texts = type === 'string' ? unusableTexts.map((value) => ({ value, pointer: undefined })) : [];
    return [...named, ...texts].map(({ value, pointer }) => ({
      what: `${name}: ${JSON.stringify(value).slice(0, 40)}`,
      statuses: [422],
      pointer,
      body: { ...example, [name]: value },
    }));
  });
}

/** Values of the right type outside the limits. */
function outsideOf({ enum: values, minimum, maximum, format, maxLength }: Schema): unknown[] {
  return [
    ...(values ? ['none of them'] : []),
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
    ...(format === 'uuid' ? ['no uuid'] : []),
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
  ];
}

function invalidQueries({ operation }: Route): InvalidRequest[] {
  const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  return parameters.flatMap(({ name, schema = {} }) => {
    const texts = [...(schema.type === 'integer' ? ['abc', '', '1e2', ' 5'] : []), ...outsideOf(schema)].map(String);
    const queries = [...texts.map((text) => `${name}=${encodeURIComponent(text)}`), `${name}=1&${name}=2`];
    return queries.map((query) => ({ what: query.slice(0, 60), statuses: [422], pointer: `/${name}`, query: `?${query}` }));
  });
}
