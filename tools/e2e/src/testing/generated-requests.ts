import * as fc from 'fast-check';
import type { ApiDocument, Operation, Schema } from './api-document';
import { operationsOf } from './api-document';
import type { Question } from './exchange';
import { anyJson, hostileBodies, hostileQueries, hostileSegments } from './hostile-values';

/** Valid values by member or parameter name, so that only the mutation is wrong. */
export interface GoodValues {
  /** Of the operation: one that ends its connection, token or session must not have that of the others. */
  token: (operation: Operation) => string;
  /** An existing id for a path parameter. */
  path: (operation: Operation, name: string) => string;
  /** Values by body member. */
  body: Readonly<Record<string, unknown>>;
}

export interface GeneratedRequest {
  operation: Operation;
  question: Question;
}

type Members = Record<string, string>;

/** Valid requests of every documented operation, each with a few mutations. */
export function generatedRequests(document: ApiDocument, good: GoodValues): fc.Arbitrary<GeneratedRequest> {
  return fc.constantFrom(...operationsOf(document)).chain((operation) =>
    fc
      .record({
        path: paths(operation, good),
        query: queries(operation),
        body: bodies(document, operation, good),
        headers: headers(operation, good),
      })
      .map(({ path, query, body, headers: sent }) => ({
        operation,
        question: {
          method: operation.method,
          path: query === '' ? path : `${path}?${query}`,
          body,
          headers: body === undefined ? sent : [...sent, ['content-type', 'application/json'] as const],
        },
      })),
  );
}

function mostly<T>(usual: T, others: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, { weight: 2, arbitrary: others });
}

function paths(operation: Operation, good: GoodValues): fc.Arbitrary<string> {
  const { path } = operation;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const values = names.map((name) => {
    const value = good.path(operation, name);
    return mostly(value, fc.oneof(fc.constantFrom<string>(...hostileSegments), fc.constant(value.toUpperCase()), fc.constant(`${value}/`)));
  });
  return fc.tuple(...values).map((chosen) => names.reduce((filled, name, index) => filled.replace(`{${name}}`, chosen[index] ?? ''), path));
}

function queries({ method }: Operation): fc.Arbitrary<string> {
  const hostile = fc.array(fc.constantFrom<string>(...hostileQueries), { minLength: 1, maxLength: 2 }).map((parts) => parts.join('&'));
  return method === 'GET' ? fc.oneof({ weight: 1, arbitrary: fc.constant('') }, { weight: 4, arbitrary: hostile }) : mostly('', hostile);
}

/** Operations that end or reconnect the connection of the token. */
export function movesConnection({ method, path }: Operation): boolean {
  return /^\/api\/widget\/connection(\/|$)/.test(path) && method !== 'GET';
}

/** Operations that end or reconnect a shop of the caller's tenant. */
export function movesShop({ method, path }: Operation): boolean {
  return /^\/api\/(system-connections|widget\/connections)\/\{id\}(\/(disconnect|reconnect|credentials))?$/.test(path) && method !== 'GET';
}

/** Widget operations on any shop of the tenant, which only the token of a caller may use. */
export function needsCaller({ path }: Operation): boolean {
  return /^\/api\/widget\/connections\/\{id\}/.test(path);
}

/** Lists the tokens of the request's own connection, whatever its status and tenant. */
export function listsTokens({ path }: Operation): boolean {
  return path === '/api/access-tokens';
}

/** Operations that end the token of the request. */
export function endsToken({ path }: Operation): boolean {
  return path.startsWith('/api/access-tokens/');
}

function headers(operation: Operation, good: GoodValues): fc.Arbitrary<[string, string][]> {
  const { described } = operation;
  const token = good.token(operation);
  const isGuarded = (described.security ?? []).length > 0;
  const authorization: fc.Arbitrary<[string, string][]> = isGuarded
    ? fc.oneof(
        { weight: 12, arbitrary: fc.constant<[string, string][]>([['authorization', `Bearer ${token}`]]) },
        { weight: 1, arbitrary: fc.constant<[string, string][]>([]) },
        {
          weight: 1,
          arbitrary: fc
            .constantFrom('Bearer', 'Bearer \u00ff', 'Basic eDp5', 'x'.repeat(5_000))
            .map((value): [string, string][] => [['authorization', value]]),
        },
      )
    : fc.constant([]);
  const oddities = fc.constantFrom<[string, string][]>(
    [],
    [],
    [['accept', 'text/html']],
    [['accept', 'image/png;q=0']],
    [['x-request-id', '../..\u00e9']],
    [['origin', 'null']],
    [['x-forwarded-for', "1.2.3.4', unknown, ::1%25"]],
    [['range', 'bytes=0-1']],
    [['if-none-match', '*']],
  );
  return fc.tuple(authorization, oddities).map(([first, second]) => [...first, ...second]);
}

/** JSON text of a documented body, valid where values are known, with some members mutated. */
function bodies(document: ApiDocument, { described, method }: Operation, good: GoodValues): fc.Arbitrary<string | undefined> {
  const schema = described.requestBody?.content['application/json']?.schema;
  if (schema === undefined) return method === 'GET' ? fc.constant(undefined) : fc.constantFrom(undefined, ...hostileBodies);
  const described_ = alternatives(document, schema).map((variant) => mutated(membersOf(variant, good)));
  return fc.oneof(
    { weight: 8, arbitrary: fc.oneof(...described_) },
    { weight: 1, arbitrary: fc.constantFrom<string | undefined>(undefined, ...hostileBodies) },
  );
}

function alternatives(document: ApiDocument, schema: Schema): Schema[] {
  const { $ref } = schema as { $ref?: string };
  if ($ref !== undefined) return alternatives(document, document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {});
  const several = (schema.oneOf ?? schema.anyOf) as Schema[] | undefined;
  return several ? several.flatMap((variant) => alternatives(document, variant)) : [schema];
}

function membersOf({ properties = {} }: Schema & { properties?: Record<string, Schema> }, good: GoodValues): Members {
  return Object.fromEntries(
    Object.keys(properties).flatMap((name) => (name in good.body ? [[name, JSON.stringify(good.body[name])]] : [])),
  );
}

type Mutation = (members: Members) => Members;

/** One to three mutations: another value, a missing member, an extra member. */
function mutated(members: Members): fc.Arbitrary<string> {
  const names = Object.keys(members);
  const name = names.length > 0 ? fc.constantFrom(...names) : fc.constant('configuration');
  const replace = fc.tuple(name, anyJson).map(([at, value]): Mutation => (from) => ({ ...from, [at]: value }));
  const within = fc
    .tuple(name, anyJson, fc.constantFrom('direction', 'data_types', 'consumer_key', 'x', 'then'))
    .map(([at, value, inner]): Mutation => (from) => ({ ...from, [at]: `{"${inner}":${value}}` }));
  const omit = name.map(
    (at): Mutation =>
      (from) =>
        Object.fromEntries(Object.entries(from).filter(([key]) => key !== at)),
  );
  const extra = fc
    .tuple(fc.constantFrom('tenant_id', 'id', 'status', 'toString', '__proto__', 'constructor', '', 'x'.repeat(300)), anyJson)
    .map(([at, value]): Mutation => (from) => ({ ...Object.fromEntries(Object.entries(from)), [`extra ${at}`.slice(6)]: value }));
  const none = fc.constant<Mutation>((from) => from);
  const mutations = fc.array(fc.oneof({ weight: 6, arbitrary: replace }, within, omit, extra, none), { minLength: 1, maxLength: 3 });
  return mutations.map((chosen) => written(chosen.reduce((from, mutate) => mutate(from), members)));
}

/** By hand: `JSON.stringify` writes neither `__proto__` nor invalid numbers. */
function written(members: Members): string {
  return `{${Object.entries(members)
    .map(([name, value]) => `${JSON.stringify(name)}:${value}`)
    .join(',')}}`;
}
