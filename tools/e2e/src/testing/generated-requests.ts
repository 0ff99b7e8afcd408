import { Agent } from 'node:http';
import * as fc from 'fast-check';
import { DocumentedSchemas, operationsOf, type ApiDocument, type Operation } from './api-document';
import { exchange, type Question, type WireResponse } from './exchange';
import { faultsOfProblem } from './problem-schema';

/** Valid values by member or parameter name, so that only the mutation is wrong. */
export interface GoodValues {
  /** Of the operation: one that ends its connection, token or session must not have that of the others. */
  token: (operation: Operation) => string;
  /** An existing id for a path parameter. */
  path: (operation: Operation, name: string) => string;
  /** Values by body member. */
  body: Readonly<Record<string, unknown>>;
}

interface GeneratedRequest {
  operation: Operation;
  question: Question;
}

interface Finding {
  request: string;
  status: number;
  faults: string[];
}

const atOnce = 8;
/** Statuses that any route may return; 401, 403, 404, 409, 422 and 429 are described per route. */
const usual = [400, 404, 405, 413, 414, 415, 422, 431];

const namesOfCode = ['', ' ', 'undefined', 'null', '[object Object]', '__proto__', 'constructor'];
const unstorable = ['\u0000', 'a\u0000b', '\ud800', '\u202eevil', '👩‍👩‍👧‍👦', 'x'.repeat(100_000)];
const injections = ['\r\nX-Injected: 1', "' or 1=1 --", '<img src=x onerror=alert(1)>', '${7*7}{{7*7}}', '../../etc/passwd'];
const addresses = ['http://169.254.169.254/latest', 'http://[::1]:5432', 'file:///etc/passwd', 'javascript:alert(1)'];
const idsAndTimes = [`scc_${'A'.repeat(43)}`, '01900000-0000-7000-8000-000000000000', '0000-00-00T00:00:00Z', '999999-01-01T00:00:00Z'];
const hostileTexts = [...namesOfCode, ...unstorable, ...injections, ...addresses, ...idsAndTimes];

/** JSON of other values, including what `JSON.stringify` cannot write. */
const scalars = ['null', 'true', '0', '-1', '1e400', '9007199254740992', '0.1', '"\\ud800"', '"\\u0000"'];
const lists = ['[]', '[null]', '["customers","customers"]', `${'['.repeat(2_000)}${']'.repeat(2_000)}`];
const objects = ['{}', '{"a":1,"a":2}', '{"\\u0000":1}', '{"$ne":null}', `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`];
const polluting = ['{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{}}}', '{"toString":1,"then":4}'];
const hostileJson = [...scalars, ...lists, ...objects, ...polluting];

/** Bodies that are not a JSON object. */
const hostileBodies = ['', '{', '{}{}', 'null', '[]', '"x"', '\ufeff{}', '['.repeat(30_000), `{"a":"${'x'.repeat(200_000)}"}`];

/** As on the wire. */
const encoded = ['%00', '%0a', '..%2f..%2fetc%2fpasswd', '%2e%2e', '%E0%A4%A', '%ff', '%F0%9F%98%80', '%ED%A0%80'];
const hostileSegments = [...encoded, 'undefined', '*', '{id}', '__proto__', 'a;b=c', 'x'.repeat(150), 'x'.repeat(3_000), ''];
const cursor = (...values: unknown[]) => Buffer.from(JSON.stringify(values)).toString('base64url');
const cursors = ['W10', 'bnVsbA', cursor('connections', 'not-an-id'), cursor('customers', '99999999999999999999', idsAndTimes[1])];
const numbers = ['0', '-1', '1001', '9007199254740992', '1e3', '1.5'];
const times = ['now', '2026-13-45T99:99:99Z', '9999-12-31T23:59:59Z', '0000-01-01T00:00:00Z', '2026-01-01'];
const hostileQueryValues = [...encoded, ...cursors, ...numbers, ...times, '', 'ACTIVE', 'A'.repeat(600), 'a&a='.repeat(1_500)];
const oddQueryNames = ['limit[gt]', 'limit[__proto__][x]', '__proto__[x]', 'constructor', '&&=?', '%'];

type Headers = [name: string, value: string][];
const oddHeaders: Headers = [
  ['accept', 'text/html'],
  ['accept', 'image/png;q=0'],
  ['x-request-id', '../..\u00e9'],
  ['origin', 'null'],
  ['x-forwarded-for', "1.2.3.4', unknown, ::1%25"],
  ['range', 'bytes=0-1'],
  ['if-none-match', '*'],
];
const refusedBearers = ['Bearer', 'Bearer \u00ff', 'Basic eDp5', 'x'.repeat(5_000)];

const anyJson = fc.oneof(
  fc.constantFrom(...hostileJson),
  fc.constantFrom(...hostileTexts).map((text) => JSON.stringify(text)),
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => JSON.stringify(text)),
  fc.json({ maxDepth: 3 }),
);

/** Valid requests of every documented operation, each with a few mutations. */
function requestsOf(document: ApiDocument, good: GoodValues): fc.Arbitrary<GeneratedRequest> {
  return fc.constantFrom(...operationsOf(document)).chain((operation) =>
    fc
      .record({ path: paths(operation, good), query: queries(operation), body: bodies(operation, good), headers: headers(operation, good) })
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

function mostly<T>(usualOne: T, others: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: 3, arbitrary: fc.constant(usualOne) }, { weight: 2, arbitrary: others });
}

function paths(operation: Operation, good: GoodValues): fc.Arbitrary<string> {
  const parts = operation.path.split(/\{(\w+)\}/).map((part, at) => {
    if (at % 2 === 0) return fc.constant(part);
    const value = good.path(operation, part);
    return mostly(value, fc.constantFrom(...hostileSegments, value.toUpperCase(), `${value}/`));
  });
  return fc.tuple(...parts).map((chosen) => chosen.join(''));
}

function queries({ method, described }: Operation): fc.Arbitrary<string> {
  const names = (described.parameters ?? []).filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const name = fc.constantFrom(...names, ...names, ...oddQueryNames);
  const pair = fc.tuple(name, fc.constantFrom(...hostileQueryValues)).map((both) => both.join('='));
  const hostile = fc.array(pair, { minLength: 1, maxLength: 2 }).map((pairs) => pairs.join('&'));
  return method === 'GET' ? fc.oneof({ weight: 1, arbitrary: fc.constant('') }, { weight: 4, arbitrary: hostile }) : mostly('', hostile);
}

function headers(operation: Operation, good: GoodValues): fc.Arbitrary<Headers> {
  const isGuarded = (operation.described.security ?? []).length > 0;
  const withBearer = (value: string): Headers => [['authorization', value]];
  const right = isGuarded ? withBearer(`Bearer ${good.token(operation)}`) : [];
  const wrong = fc.constantFrom([], ...(isGuarded ? refusedBearers.map(withBearer) : []));
  const authorization = fc.oneof({ weight: 6, arbitrary: fc.constant(right) }, { weight: 1, arbitrary: wrong });
  return fc.tuple(authorization, fc.subarray(oddHeaders, { maxLength: 1 })).map(([first, second]) => [...first, ...second]);
}

/** JSON text of a described example, valid where values are known, with some members mutated. */
function bodies({ described, method }: Operation, good: GoodValues): fc.Arbitrary<string | undefined> {
  const examples = Object.values(described.requestBody?.content['application/json']?.examples ?? {});
  const wrong = fc.constantFrom(undefined, ...hostileBodies);
  if (examples.length === 0) return method === 'GET' ? fc.constant(undefined) : wrong;
  const valid = examples.map(({ value }) => mutated({ ...(value as object), ...known(value as object, good) }));
  return fc.oneof({ weight: 8, arbitrary: fc.oneof(...valid) }, { weight: 1, arbitrary: wrong });
}

function known(example: object, good: GoodValues): object {
  return Object.fromEntries(Object.entries(good.body).filter(([name]) => name in example));
}

/** Up to three members with another value, or left out. */
function mutated(members: object): fc.Arbitrary<string> {
  const names = Object.keys(members);
  const name = fc.constantFrom(...names, ...names, 'tenant_id', 'id', 'status', '__proto__', 'constructor', '', 'x'.repeat(300));
  const mutation = fc.tuple(name, fc.option(anyJson, { freq: 4 }));
  return fc.array(mutation, { maxLength: 3 }).map((mutations) => {
    const written = new Map(Object.entries(members).map(([at, value]) => [at, JSON.stringify(value)]));
    for (const [at, value] of mutations) {
      if (value === null) written.delete(at);
      else written.set(at, value);
    }
    // By hand: `JSON.stringify` writes neither `__proto__` nor invalid numbers.
    return `{${[...written].map(([at, value]) => `${JSON.stringify(at)}:${value}`).join(',')}}`;
  });
}

/** Sends generated requests to the address, and finds responses that its description does not allow. */
export async function sendGenerated(
  url: string,
  document: ApiDocument,
  good: GoodValues,
  sample: { seed: number; numRuns: number },
  onResponse: (question: Question, response: WireResponse) => void,
): Promise<Finding[]> {
  const schemas = new DocumentedSchemas(document);
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const queue = fc.sample(requestsOf(document, good), sample);
  const findings: Finding[] = [];
  const work = async () => {
    for (let request = queue.shift(); request; request = queue.shift()) {
      const { method, path, body } = request.question;
      const shown = `${method} ${path.slice(0, 200)} ${String(body ?? '').slice(0, 300)}`;
      try {
        const response = await exchange(url, { ...request.question, agent });
        const faults = faultsOf(request, response, document, schemas);
        if (faults.length > 0) findings.push({ request: shown, status: response.status, faults });
        onResponse(request.question, response);
      } catch (error) {
        findings.push({ request: shown, status: 0, faults: [String(error)] });
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  agent.destroy();
  return findings;
}

function faultsOf(
  { operation, question }: GeneratedRequest,
  response: WireResponse,
  document: ApiDocument,
  schemas: DocumentedSchemas,
): string[] {
  if (response.status >= 500) return ['a 5xx', response.text.slice(0, 300)];
  if (response.status >= 400) {
    const isDescribed = usual.includes(response.status) || operation.described.responses?.[response.status] !== undefined;
    return [...faultsOfProblem(response), ...(isDescribed ? [] : [`${response.status} is not described`])];
  }
  // A mutated path may match another operation.
  const [path = ''] = question.path.split('?');
  const candidates = operationsOf(document).filter(({ method }) => method === question.method && response.status < 300);
  const exact = candidates.filter((candidate) => new RegExp(`^${candidate.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path));
  if (exact.length === 0) return [`good response from a path that is not described: ${path}`];
  return schemas.faultsOf(exact.find((candidate) => candidate.path === path) ?? operation, response);
}
