import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import type { ConnectionSync } from './connection-sync';
import { json, lines, ScriptedService } from './testing/scripted-service';

interface Operation {
  operationId: string;
  'x-codeSamples': { lang: string; source: string }[];
}

const { paths } = JSON.parse(readFileSync('apps/connection-api/openapi.json', 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
};

/** Shops and the pages of their plugins call them, callers do not. */
const ofShops = ['receiveWebhook', 'registerFromPage'];

const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    sample: operation['x-codeSamples'].find(({ lang }) => lang === 'TypeScript')?.source ?? '',
  })),
);

/** The samples of the reference: apps/connection-api/src/api-description/client-methods.ts */
const calls = operations.filter(({ id }) => !ofShops.includes(id));
const methodOf = (sample: string) => /\bclient\.([\w.]+)\(/.exec(sample)?.[1];
const ids = { id: 'id-1', connectionId: 'id-1', deliveryId: 'id-2', endpointId: 'id-1', erasureId: 'id-1', runId: 'id-2', tokenId: 'id-2' };

async function run(sample: string, client: ConnectionSync): Promise<void> {
  const console = { log: () => undefined };
  await (runInNewContext(`(async () => { ${sample} })()`, { client, console, ...ids }) as Promise<void>);
}

let service: ScriptedService;
beforeAll(async () => (service = await ScriptedService.start()));
afterAll(() => service.stop());

/** The methods of a client by their names, such as `connections.list`. */
function methodsOf(value: object, name = ''): string[] {
  const own: string[] = [];
  for (let of = Object.getPrototypeOf(value) as object; of !== Object.prototype; of = Object.getPrototypeOf(of) as object)
    own.push(...Object.getOwnPropertyNames(of).filter((method) => method !== 'constructor'));
  const parts = Object.entries(value).filter(([part, inner]) => part !== 'transport' && typeof inner === 'object');
  return [
    ...(name === '' ? [] : own.map((method) => `${name}.${method}`)),
    ...parts.flatMap(([part, inner]) => methodsOf(inner as object, name === '' ? part : `${name}.${part}`)),
  ];
}

/** The operations that a request may be. */
function operationsFor(method: string, { pathname }: URL): typeof operations {
  return operations.filter((one) => one.method === method && new RegExp(`^${one.path.replace(/\{\w+\}/g, 'id-\\d')}$`).test(pathname));
}

describe('the client', () => {
  it('has no method but those of the samples, and the one that follows the feed', () => {
    const names = methodsOf(service.client([json({})])).sort();
    expect(names).toEqual([...new Set(calls.map(({ sample }) => methodOf(sample))), 'records.follow'].sort());
  });

  it('has a method for every operation, which its sample calls', async () => {
    const called: string[] = [];
    for (const { sample } of calls) {
      const client = service.client([lines({ data: [], next_cursor: null })]);
      await run(sample, client);
      expect([sample, service.seen.length]).toEqual([sample, 1]);
      called.push(...service.seen.flatMap(({ method, url }) => operationsFor(method, url).map(({ id }) => id)));
    }
    expect(called).toEqual(calls.map(({ id }) => id));
  });

  it('sends the query that it is given', async () => {
    const client = service.client([json({ data: [], next_cursor: null })]);
    await client.connections.list({ system: 'commerce_a', status: 'active', limit: 7, cursor: 'c' }).page();
    expect(service.seen[0]!.url.search).toBe('?system=commerce_a&status=active&limit=7&cursor=c');
  });

  it('puts ids into the path as they are, and refuses those that would lead elsewhere', async () => {
    const client = service.client([json({})]);
    await client.connections.get('a/b?c#d e');
    expect(service.seen[0]!.url.pathname).toBe('/api/system-connections/a%2Fb%3Fc%23d%20e');
    for (const id of ['', '.', '..', undefined as unknown as string])
      await expect(client.connections.delete(id)).rejects.toThrow(TypeError);
    expect(service.seen).toHaveLength(1);
  });
});
