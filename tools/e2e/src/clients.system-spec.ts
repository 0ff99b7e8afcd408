import { ConnectionSync, ConnectionSyncError } from '@sync/client';
import { DemoShopA } from '@sync/demo-shops';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { identityOf } from './testing/actors';
import { ServiceUnderTest } from './testing/service-under-test';

const sizes = { customers: 3, orders: 5, products: 2 };

let service: ServiceUnderTest;
let shop: DemoShopA;
beforeAll(async () => {
  service = await ServiceUnderTest.start();
  [shop] = await Promise.all([DemoShopA.start(sizes), service.startWorker()]);
});
afterAll(() => Promise.all([service.stop(), shop.stop()]));

/** A company's token, with the shop linked to it. */
async function linked(): Promise<string> {
  const anonymous = new ConnectionSync({ baseUrl: service.api.url });
  const { token } = await anonymous.connections.connect({ system_slug: 'mailing_platform' });
  const { connection_token } = await anonymous.connections.register(
    identityOf(shop) as Parameters<typeof anonymous.connections.register>[0],
  );
  await new ConnectionSync({ baseUrl: service.api.url, token }).connections.connect({ connection_token });
  return token;
}

/** As docs/callers.md shows it. Prints how many orders it read, and the type of a problem. */
const program = `
import createClient from 'openapi-fetch';
import type { paths } from './service';

const [baseUrl, token] = process.argv.slice(2) as [string, string];
type Json = 'application/json' | 'application/problem+json';
const client = createClient<paths, Json>({ baseUrl, headers: { authorization: 'Bearer ' + token } });

const totals: number[] = [];
let cursor: string | undefined;
while (totals.length < ${sizes.orders}) {
  const { data } = await client.GET('/api/records/orders', { params: { query: cursor === undefined ? {} : { cursor } } });
  if (!data) throw new Error('No page.');
  for (const { total } of data.data) totals.push(total);
  cursor = data.next_cursor;
}
const { data: connections } = await client.GET('/api/system-connections', { params: { query: { status: 'active' } } });
const id = connections?.data.find(({ base_url }) => base_url !== null)?.id ?? '';
const { data: runs } = await client.POST('/api/system-connections/{id}/syncs', { params: { path: { id } }, body: { mode: 'delta' } });
const { error } = await client.GET('/api/system-connections/{id}', { params: { path: { id: '01a1fd34-7c1e-7b5a-9d3f-2a6c1b9e4f07' } } });
const type: '/problems/not-found' | undefined = error?.type === '/problems/not-found' ? error.type : undefined;
console.log(JSON.stringify([totals.length, runs?.data.length, type]));
`;

describe('a client made by a stock generator', () => {
  let folder: string;
  // Where the packages of the workspace can be found.
  beforeAll(() => (folder = mkdtempSync(join(process.cwd(), 'dist/.stock-client-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('compiles from the description that the service shows, and reads records', async () => {
    const token = await linked();
    const run = (...words: string[]) => spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
    const bin = (path: string) => join(process.cwd(), 'node_modules', path);
    const description = `${service.api.url}/api/openapi.json`;
    expect(run(bin('openapi-typescript/bin/cli.js'), description, '-o', 'service.d.ts')).toMatchObject({ status: 0 });
    writeFileSync(join(folder, 'program.mts'), program.replace("'./service'", "'./service.d.ts'"));
    const types = join(process.cwd(), 'node_modules/@types');
    const compilerOptions = { module: 'node16', target: 'es2022', strict: true, skipLibCheck: true, types: ['node'], typeRoots: [types] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.mts'] }));
    expect(run(bin('typescript/bin/tsc')).stdout).toBe('');
    const { stdout } = await promisify(execFile)(process.execPath, ['program.mjs', service.api.url, token], { cwd: folder });
    expect(JSON.parse(stdout)).toEqual([sizes.orders, 3, '/problems/not-found']);
  });
});

describe('the client', () => {
  it('signs up, links a shop, lists, reads records, changes settings and says what is wrong', async () => {
    const token = await linked();
    const client = new ConnectionSync({ baseUrl: service.api.url, token });
    const connections = [];
    for await (const connection of client.connections.list({ limit: 1 })) connections.push(connection);
    expect(connections.map(({ system }) => system?.slug).sort()).toEqual(['commerce_a', 'mailing_platform']);

    const { id } = connections.find(({ base_url }) => base_url !== null)!;
    const { etag } = await client.connections.configuration.get(id);
    const configuration = { frequency: 'hourly' };
    await client.connections.configuration.update(id, { configuration }, { ifMatch: etag });
    const late = client.connections.configuration.update(id, { configuration: { frequency: 'daily' } }, { ifMatch: etag });
    await expect(late).rejects.toMatchObject({ type: '/problems/precondition-failed', status: 412 });

    const ids = new Set<string>();
    for (let cursor: string | undefined; ids.size < sizes.orders;) {
      for await (const page of client.records.list('orders', cursor === undefined ? {} : { cursor }).pages()) {
        for (const order of page.data) ids.add(order.source_id);
        cursor = page.next_cursor;
      }
    }
    expect([...ids].sort()).toEqual(shop.ids('orders').map(String).sort());

    await client.connections.delete(id);
    const gone: unknown = await client.connections.get(id).catch((error: unknown) => error);
    expect(gone).toBeInstanceOf(ConnectionSyncError);
    expect(gone).toMatchObject({ type: '/problems/not-found', requestId: expect.any(String) as string });
  });
});
