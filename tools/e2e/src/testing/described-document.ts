import { readFileSync } from 'node:fs';
import { allOperationsOf, DocumentedSchemas, fill, isForIngress, type ApiDocument, type Schema } from './api-document';
import { header, type Question, type WireResponse } from './exchange';
import { faultsOfProblem } from './problem-schema';

/** A description, and the service as a gateway shows it. */
export interface ServedDocument {
  document: ApiDocument;
  ask: (method: string, path: string, sent?: Pick<Question, 'headers' | 'body'>) => Promise<WireResponse>;
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const unknownId = '01900000-0000-7000-8000-000000000000';
const anywhere = { id: unknownId, connection_id: unknownId, connection: unknownId };
const problemType = 'application/problem+json';

/** Declares the rules that the description of every API keeps, compared with what the built app of the project serves. */
export function describeDocument(project: string, served: () => ServedDocument): void {
  let [document, ask] = [{} as ApiDocument, {} as ServedDocument['ask']];
  beforeAll(() => ({ document, ask } = served()));

  const responses = () =>
    allOperationsOf(document).flatMap(({ method, path, described }) =>
      Object.entries(described.responses ?? {}).map(([status, response]) => ({
        at: `${method} ${path} ${status}`,
        status: Number(status),
        response,
      })),
    );

  it('is the committed one, as in the tests from source', () => {
    expect(document).toEqual(JSON.parse(readFileSync(`apps/${project}/openapi.json`, 'utf8')));
  });

  it('describes every error as application/problem+json', () => {
    const errors = responses().filter(({ status }) => status >= 400);
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.filter(({ response }) => Object.keys(response.content ?? {}).join() !== problemType).map(({ at }) => at)).toEqual([]);
    expect(responses().filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
  });

  it('shows an example of every problem type under each status that may carry it', () => {
    for (const { at, status, response } of responses().filter((one) => one.status >= 400)) {
      const examples = Object.entries(response.content?.[problemType]?.examples ?? {});
      const described = [...(response.description ?? '').matchAll(/\/problems\/([a-z-]+):/g)].map(([, kind]) => kind);
      expect({ at, kinds: examples.map(([kind]) => kind) }).toEqual({ at, kinds: described });
      for (const [kind, { value }] of examples) {
        const [, path] = at.split(' ');
        expect({ at, value }).toMatchObject({ at, value: { type: `/problems/${kind}`, status, instance: path } });
        const headers: [string, string][] = [
          ['content-type', problemType],
          ['www-authenticate', 'Bearer'],
          ['retry-after', '1'],
        ];
        expect({ at, faults: faultsOfProblem({ status, headers, text: JSON.stringify(value) }) }).toEqual({ at, faults: [] });
      }
    }
  });

  it('describes the response to an unreadable body for every operation that takes one', async () => {
    const withBody = allOperationsOf(document).filter((operation) => operation.described.requestBody && !isForIngress(operation));
    expect(withBody).not.toEqual([]);
    for (const { method, path, described } of withBody) {
      const send = (type: string, body: string) => ask(method, fill(path, anywhere), { headers: [['content-type', type]], body });
      const json = 'application/json';
      const given = [await send(json, '{bad'), await send(json, `"${'x'.repeat(200_000)}"`), await send('text/plain', 'x')];
      expect({ path, given: given.map(({ status }) => status) }).toEqual({ path, given: [400, 413, 415] });
      expect({ path, statuses: Object.keys(described.responses ?? {}) }).toEqual({
        path,
        statuses: expect.arrayContaining(['400', '413', '415']),
      });
    }
  });

  it('has only examples that are valid against their schemas', () => {
    const schemas = new DocumentedSchemas(document);
    const received = responses().flatMap(({ at, response }) =>
      Object.values(response.content ?? {}).map((content) => ({ at, ...content })),
    );
    const sent = allOperationsOf(document).flatMap(({ method, path, described }) =>
      Object.values(described.requestBody?.content ?? {}).map((content) => ({ at: `${method} ${path}`, ...content })),
    );
    const contents = [...received, ...sent];
    expect(contents.filter(({ examples = {} }) => Object.keys(examples).length === 0).map(({ at }) => at)).toEqual([]);
    const examples = contents.flatMap(({ at, schema, examples = {} }) =>
      Object.values(examples).map(({ value }) => ({ at, schema, value })),
    );
    expect(examples.length).toBeGreaterThan(30);
    for (const { at, schema, value } of examples) {
      const validate = schemas.validator(schema as Schema);
      validate(value);
      expect({ at, faults: validate.errors ?? [] }).toEqual({ at, faults: [] });
    }
  });

  it('requires exactly the parameters of each path', () => {
    for (const { method, path, described } of allOperationsOf(document)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
      const named = (described.parameters ?? []).filter((parameter) => parameter.in === 'path');
      expect({ at: `${method} ${path}`, named: named.map(({ name }) => name).sort() }).toEqual({ at: `${method} ${path}`, named: inPath });
      expect(named.every(({ required }) => required === true)).toBe(true);
      const all = (described.parameters ?? []).map((parameter) => `${parameter.in} ${parameter.name}`);
      expect(new Set(all).size).toBe(all.length);
    }
  });

  it('has only valid JSON Schema 2020-12 with references that resolve', () => {
    const schemas = new DocumentedSchemas(document);
    const bodies = allOperationsOf(document).flatMap(({ described }) => Object.values(described.requestBody?.content ?? {}));
    const described = responses().flatMap(({ response }) => Object.values(response.content ?? {}));
    const parameters = allOperationsOf(document).flatMap(({ described }) => described.parameters ?? []);
    const all = [...bodies, ...described, ...parameters].flatMap(({ schema }) => (schema ? [schema] : []));
    for (const schema of [...all, ...Object.values(document.components.schemas)]) expect(() => schemas.validator(schema)).not.toThrow();
  });

  it('responds 405 with Allow to a method that a route does not take', async () => {
    for (const path of Object.keys(document.paths)) {
      const taken = allOperationsOf(document).filter((operation) => operation.path === path);
      const other = methods.find((method) => !taken.some((operation) => operation.method === method)) ?? '';
      const response = await ask(other, fill(path, anywhere));
      const allowed = (header(response, 'allow') ?? '').split(', ').filter((method) => methods.includes(method));
      expect({ path, status: response.status, allowed: allowed.sort() }).toEqual({
        path,
        status: 405,
        allowed: taken.map(({ method }) => method).sort(),
      });
    }
  });
}
