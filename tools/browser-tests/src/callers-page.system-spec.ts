import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@sync/test-harness';
import {
  blocksOf,
  callsOf,
  type DocumentedCall,
  expectCall,
  filledIn,
  type Response,
  run,
  withoutEachWord,
} from './testing/documented-calls';
import { DocumentedProgram } from './testing/documented-program';
import { RunningService } from './testing/running-service';

const link = '[Personal data](privacy.md)';
/** With the page that its section about persons leads to, where a reader follows the link. */
const page = readFileSync('docs/callers.md', 'utf8').replace(link, () => `${link}\n\n${readFileSync('docs/privacy.md', 'utf8')}\n`);
const blocks = blocksOf(page);
const calls = blocks.filter(({ code }) => code.startsWith('curl')).flatMap(callsOf);

interface ListedRecord {
  source_id: string;
  [member: string]: unknown;
}

/** A caller reads docs/callers.md from top to bottom and runs its commands against `npm start`. */
describe('the code of docs/callers.md', () => {
  let service: RunningService;
  let order: ListedRecord;
  let person: ListedRecord;
  /** What stands for the placeholders of the page, kept as a reader keeps it. */
  const values = new Map<string, string>();
  const value = (placeholder: string) => values.get(placeholder) ?? '';
  const keep = (placeholder: string, member: string) => (response: Response) =>
    void values.set(placeholder, String((response.body as Record<string, unknown>)[member]));

  const ask = <T>(path: string) => service.ask<T>('GET', path, { token: value('sca_…') });
  const runs = async (connection = '{id}') => {
    const path = `/api/system-connections/${value(connection)}/syncs`;
    return (await ask<{ data: { id: string; capability: string; status: string }[] }>(path)).data;
  };
  const isSynced = async (connection?: string) => {
    const all = await runs(connection);
    return all.length >= 3 && all.every(({ status }) => status === 'succeeded');
  };
  const records = async (kind: string, after = '') => {
    const read: ListedRecord[] = [];
    for (let [cursor, more] = [after, true]; more;) {
      const page = await ask<{ data: ListedRecord[]; next_cursor: string; has_more: boolean }>(
        `/api/records/${kind}${cursor && `?cursor=${cursor}`}`,
      );
      read.push(...page.data);
      [cursor, more] = [page.next_cursor, page.has_more];
      values.set('cursor=…', `cursor=${cursor}`);
    }
    return read;
  };
  const setPerson = async () => {
    person = (await records('customers')).find(({ email }) => email !== null && email !== value('erika@example.com')) ?? { source_id: '' };
    values.set('erika@example.com', String(person.email));
  };

  /** What happens at the shop, or in time, between two commands. */
  const before: Record<string, () => Promise<unknown>> = {
    '"connection_token": "scc_…"': async () => {
      const { connection_token } = await service.shop<{ connection_token: string }>('demo-shop-a', 'register', {
        service_url: service.url,
      });
      values.set('scc_…', connection_token);
    },
    'orders?limit': () => until(isSynced),
    'orders?cursor': async () => {
      await until(() => isSynced('{connection_id}'));
      await records('orders');
      // The page says 30 seconds.
      for (const wait of ['', '&wait=1']) {
        const { body } = await run(code('orders?cursor').replace('&wait=30', wait), values);
        expect(body).toMatchObject({ data: [], left: [] });
      }
    },
    'erasures -H': setPerson,
    'erasures/{id}': () => until(async () => (await ask<{ status: string }>(`/api/privacy/erasures/${value('{id}')}`)).status === 'done'),
    exports: setPerson,
    // The page has just revoked the token.
    '"url"': async () => values.set('sca_…', (await service.tenant()).token),
    'confirm-deletions': async () => {
      await until(isSynced);
      const run = (await runs()).find(({ capability }) => capability === 'orders');
      values.set('{run_id}', run?.id ?? '');
      await service.database.dataSource.query('update sync_runs set deletions_held_back = 1400 where id = $1', [run?.id]);
    },
  };
  /** What happens while a command runs. */
  const meanwhile: Record<string, () => Promise<unknown>> = {
    'orders?cursor': () =>
      service.shop('demo-shop-a', 'change', { collection: 'orders', id: Number(order.source_id), fields: { total: '4321.09' } }),
  };
  /** What a reader does with the response. */
  const after: Record<string, (response: Response) => unknown> = {
    system_slug: keep('sca_…', 'token'),
    '"connection_token": "scc_…"': keep('{id}', 'id'),
    '-X POST {base_url}/api/system-connections/connect': async (response) => {
      keep('{connection_id}', 'connection_id')(response);
      keep('scc_…', 'connection_token')(response);
    },
    '"url"': keep('{endpoint_id}', 'id'),
    '/status': async ({ body }) => {
      expect(body).toMatchObject({ status: 'pending' });
      await service.finalise('demo-shop-b', value('scc_…'));
      const path = `/api/widget/connections/${value('{connection_id}')}/status`;
      expect(await service.ask('GET', path, { token: value('sca_…') })).toMatchObject({ status: 'active' });
    },
    'orders?limit': ({ body }) => {
      const { data } = body as { data: ListedRecord[] };
      expect(data.length).toBeGreaterThan(10);
      order = data.find(({ created_at }) => !String(created_at).includes('+')) ?? { source_id: '' };
    },
    'orders?cursor': ({ body }) => expect(body).toMatchObject({ data: [{ source_id: order.source_id, total: 432_109 }] }),
    ndjson: async ({ body }) => {
      const lines = body as { cursor: string; record: ListedRecord }[];
      expect(lines.map(({ record }) => record)).toEqual(await records('orders'));
      expect(await records('orders', lines.at(-1)?.cursor)).toEqual([]);
    },
    'erasures -H': keep('{id}', 'id'),
    'erasures/{id}': async ({ body }) => {
      expect(body).toMatchObject({ counts: { customers: 1 } });
      const erased = (await records('customers')).find(({ source_id }) => source_id === person.source_id);
      expect(erased).toMatchObject({
        email: null,
        first_name: null,
        last_name: null,
        phone: null,
        address_billing: null,
        address_shipping: null,
      });
    },
    exports: ({ body }) => expect((body as unknown[])[0]).toMatchObject({ record: { source_id: person.source_id, email: person.email } }),
    '/disconnect': ({ body }) => expect(body).toMatchObject({ status: 'disconnected', grace_deadline: expect.any(String) }),
    '/reconnect': ({ body }) => expect(body).toMatchObject({ status: 'active' }),
  };
  const code = (part: string) => calls.find((call) => call.code.includes(part))?.code ?? '';
  const step = <T>(steps: Record<string, T>, call: DocumentedCall) => Object.entries(steps).find(([part]) => call.code.includes(part))?.[1];

  beforeAll(async () => {
    service = await RunningService.start();
    values.set('{base_url}', service.url);
  });
  afterAll(() => service.stop());

  it('are all there', () => {
    expect(calls).toHaveLength((page.match(/\bcurl /g) ?? []).length);
    expect(calls).toHaveLength(21);
  });

  it.each(calls.map((call, index) => [index + 1, call.code.replace(/ -H .*/, ''), call] as const))(
    '%i. %s does what the page says, and would not without any of its words',
    async (_, __, call) => {
      const around = { before: step(before, call), meanwhile: step(meanwhile, call), after: step(after, call) };
      await expectCall(call, values, around);
    },
  );

  it('describes the times of a record as records have them', () => {
    const [shown] = blocks.filter(({ language }) => language === 'json').map(({ code }) => JSON.parse(code) as Record<string, string>);
    const shapeOf = (time: unknown) => String(time).replaceAll(/\d/g, '0');
    expect(Object.keys(shown ?? {})).toEqual(['created_at', 'created_at_utc']);
    for (const [name, time] of Object.entries(shown ?? {})) expect([name, shapeOf(order[name])]).toEqual([name, shapeOf(time)]);
  });

  describe('in TypeScript', () => {
    let folder: string;
    let program: DocumentedProgram;
    const [client, generated] = blocks.flatMap(({ language, code }) => (language === 'ts' ? [code.replaceAll(/ \/\/ .*/g, '')] : []));
    const survivors = (text = '') => withoutEachWord(text).filter((changed) => program.complaints(changed).length === 0);

    beforeAll(() => {
      folder = mkdtempSync(join('dist', 'callers-page-'));
      program = new DocumentedProgram(folder);
      program.install('@connection-sync/client', 'dist/libs/client/package');
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    it('signs up, links a shop and follows its orders with the client, and would not without any of its words', async () => {
      await step(before, { code: '"connection_token": "scc_…"', says: '' })?.();
      const text = filledIn(client ?? '', values);
      expect(program.complaints(text)).toEqual([]);
      const { ids } = await service.shop<{ ids: number[] }>('demo-shop-a', 'ids', { collection: 'orders' });
      const totals = (output: string) => [...output.matchAll(/^\S{8,} (\d+)$/gm)].map(([, total]) => total);
      // An order that is linked to its customer later comes again, so that counting says nothing of the last one.
      const isAll = (printed: string) => totals(printed).length >= ids.length && totals(printed).includes('432109');
      expect(totals(await program.runUntil(text, isAll)).length).toBeGreaterThanOrEqual(ids.length);
      // Without this await the program goes on before the shop is linked, which the compiler cannot see.
      expect(survivors(text)).toEqual([text.replace('await sync.connections', 'sync.connections')]);
    });

    it('has a generated client that compiles strictly and reads orders, and would not without any of its words', async () => {
      const tenant = await service.tenant();
      await service.linkedShop('demo-shop-a', tenant);
      const path = '/api/records/orders?limit=1';
      await until(async () => (await service.ask<{ data: [] }>('GET', path, { token: tenant.token })).data.length > 0);
      values.set('sca_…', tenant.token);
      const [generate = ''] = blocks.flatMap(({ code }) => (code.startsWith('npx ') ? [filledIn(code, values)] : []));
      execFileSync('bash', ['--norc', '-euc', generate], { cwd: folder, stdio: 'pipe' });
      expect(program.read('service.d.ts')).toContain('/api/records/orders');
      const text = filledIn(generated ?? '', values);
      expect(program.complaints(text)).toEqual([]);
      expect(await program.run(text)).toMatch(/\[ '\d+', \d+ \]/);
      expect(survivors(text)).toEqual([]);
    });
  });

  it('is all run: no block is of another kind', () => {
    const kinds = blocks.map(({ language, code }) => (language === 'sh' ? code.split(' ')[0] : language));
    expect(new Set(kinds)).toEqual(new Set(['curl', 'npx', 'ts', 'json']));
    expect(blocks).toHaveLength((page.match(/^```\w/gm) ?? []).length);
  });
});
