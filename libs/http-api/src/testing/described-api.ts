import { readFileSync, writeFileSync } from 'node:fs';
import type { ApiUnderTest } from './api-under-test';

/** What a schema says of a value, as far as tests make values from it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  format?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  properties?: Record<string, Schema>;
  allOf?: Schema[];
  anyOf?: Schema[];
}

interface Content {
  schema?: Schema;
  examples?: Record<string, { value?: unknown }>;
}

export interface DescribedOperation {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  parameters?: { name: string; in: string; schema?: Schema }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { description?: string; content?: Record<string, Content> }>;
}

export interface Description {
  openapi: string;
  info: { title: string; version: string };
  tags: { name: string }[];
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, unknown> };
}

/** An operation with its name, such as `GET /api/records/orders`. */
interface NamedOperation {
  name: string;
  operation: DescribedOperation;
}

export function operationsOf({ paths }: Description): NamedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  );
}

interface DescribedApi {
  api: () => ApiUnderTest;
  /** Of the description. */
  address: string;
  /** The description as the linters see it. */
  described: () => Promise<string>;
  /** The project, whose folder in apps holds the committed description. */
  project: string;
  /** Operations that need neither session nor token. */
  open: string[];
  /** Operations that another app serves. */
  elsewhere?: string[];
}

/** One fact a line; members by name, because their order in the code means nothing. */
function readableDescription(text: string): string {
  const byName = (_key: string, value: unknown): unknown => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
  };
  return `${JSON.stringify(JSON.parse(text), byName, 2)}\n`;
}

/** Declares the rules that the description of every API keeps. */
export function describeApi({ api, address, described, project, open, elsewhere = [] }: DescribedApi): void {
  let [text, description] = ['', {} as Description];
  const operations = () => operationsOf(description);
  beforeAll(async () => {
    ({ text, body: description } = await api().get<Description>(address));
  });

  const command = `WRITE_DESCRIPTION=1 npx jest ${project}/src/api-description --selectProjects integration`;
  it(`the API description is the committed one (otherwise: ${command})`, () => {
    const committed = `apps/${project}/openapi.json`;
    const readable = readableDescription(text);
    if (process.env.WRITE_DESCRIPTION === '1') writeFileSync(committed, readable);
    expect(readable).toBe(readFileSync(committed, 'utf8'));
  });

  it('is made of the routes alone, as the linters see it', async () => {
    expect(text).toBe(await described());
  });

  it('says of every route that it refuses unknown query parameters', () => {
    const silent = operations().filter(
      ({ name, operation }) =>
        !elsewhere.includes(name) &&
        !('validation-failed' in (operation.responses[422]?.content?.['application/problem+json']?.examples ?? {})),
    );
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it('names every operation like a function, describes it, and gives it a tag of the list', () => {
    const tags = description.tags.map(({ name }) => name);
    for (const { name, operation } of operations()) {
      expect({ name, id: operation.operationId }).toEqual({ name, id: expect.stringMatching(/^[a-z]+([A-Z][a-z]+)*$/) as string });
      expect({ name, summary: operation.summary }).toEqual({ name, summary: expect.stringMatching(/./) as string });
      expect({ name, description: operation.description }).toEqual({ name, description: expect.stringMatching(/\w{3}.*\./) as string });
      const unknown = operation.tags?.filter((tag) => !tags.includes(tag));
      expect({ name, unknown, tags: operation.tags?.length }).toEqual({ name, unknown: [], tags: 1 });
    }
    expect(new Set(operations().map(({ operation }) => operation.operationId)).size).toBe(operations().length);
    expect(tags).toEqual([...new Set(tags)]);
  });

  it('says which operations are open, and of the others that they respond with 401, 403 and 503', () => {
    const openOnes = operations().filter(({ operation }) => operation.security?.length === 0);
    expect(openOnes.map(({ name }) => name).sort()).toEqual(open);
    const schemes = Object.keys(description.components.securitySchemes);
    for (const { name, operation } of operations().filter((one) => !open.includes(one.name))) {
      const named = (operation.security ?? []).flatMap((scheme) => Object.keys(scheme));
      expect({ name, named, unknown: named.filter((scheme) => !schemes.includes(scheme)) }).toEqual({
        name,
        named: expect.arrayContaining(schemes) as string[],
        unknown: [],
      });
      expect({ name, statuses: Object.keys(operation.responses) }).toEqual({
        name,
        statuses: expect.arrayContaining(['401', '403', '503']) as string[],
      });
    }
  });

  it('describes success as JSON and every other response as a problem', () => {
    for (const { name, operation } of operations()) {
      const statuses = Object.keys(operation.responses);
      expect({ name, good: statuses.some((status) => status.startsWith('2')) }).toEqual({ name, good: true });
      for (const [status, response] of Object.entries(operation.responses)) {
        const types = Object.keys(response.content ?? {});
        const good = expect.arrayContaining([expect.stringMatching(/^application\/(json|x-ndjson)$/)]) as string[];
        const expected = status === '204' ? [] : status.startsWith('2') ? good : ['application/problem+json'];
        expect({ name, status, types }).toEqual({ name, status, types: expected });
      }
    }
  });

  it('contains every schema that it refers to', () => {
    const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name ?? '');
    for (const name of references) expect(Object.keys(description.components.schemas)).toContain(name);
    expect(text).not.toContain('"nullable"');
  });

  it('describes every path parameter', () => {
    for (const { name, operation } of operations()) {
      const names = [...name.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
      const described = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name);
      expect({ name, described: described.sort() }).toEqual({ name, described: names.sort() });
    }
  });

  it('has a reference page with every operation, parameter and schema, whose links lead somewhere', async () => {
    const page = await (await fetch(`${api().url}${address.replace('openapi.json', 'docs')}`)).text();
    const ids = operations().map(({ operation }) => operation.operationId);
    const anchors = [...ids, ...Object.keys(description.components.schemas).map((name) => `schema-${name}`)];
    expect(anchors.filter((id) => !page.includes(`<h3 id="${id}"`))).toEqual([]);
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.filter((id) => !page.includes(`id="${id}"`))).toEqual([]);
    expect(page).toContain(`href="${address}"`);
  });
}
