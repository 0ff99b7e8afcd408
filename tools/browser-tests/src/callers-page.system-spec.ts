import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@sync/test-harness';
import {
  blocksOf,
  callsOf,
  type DocumentedCall,
  filledIn,
  isKept,
  promisedBy,
  type Response,
  run,
  withoutEachWord,
} from './testing/documented-calls';
import { DocumentedProgram } from './testing/documented-program';
import { RunningService } from './testing/running-service';

const page = readFileSync('docs/callers.md', 'utf8');
const blocks = blocksOf(page);
const calls = blocks.filter(({ code }) => code.startsWith('curl')).flatMap(callsOf);

/** A caller reads docs/callers.md from top to bottom and runs its commands against `npm start`. */
describe('the code of docs/callers.md', () => {
  let service: RunningService;
  let order: Record<string, unknown>;
  /** What stands for the placeholders of the page, kept as a reader keeps it. */
  const values = new Map<string, string>();
  const value = (placeholder: string) => values.get(placeholder) ?? '';
  const keep = (placeholder: string, member: string) => (response: Response) =>
    void values.set(placeholder, String((response.body as Record<string, unknown>)[member]));

  const runs = async () => {
    const list = await service.ask<{ data: { id: string; capability: string; status: string }[] }>(
      'GET',
      `/api/system-connections/${value('{id}')}/syncs`,
      { token: value('sca_…') },
    );
    return list.data;
  };
  const isSynced = async () => {
    const all = await runs();
    return all.length >= 3 && all.every(({ status }) => status === 'succeeded');
  };

  /** What happens at the shop, or in time, between two commands. */
  const before: Record<string, () => Promise<unknown>> = {
    '"connection_token": "scc_…"': async () => {
      const { connection_token } = await service.shop<{ connection_token: string }>('demo-shop-a', 'register', {
        service_url: service.url,
      });
      values.set('scc_…', connection_token);
    },
    '/api/records/orders': () => until(isSynced),
    // The page has just revoked the token.
    '"url"': async () => values.set('sca_…', (await service.tenant()).token),
    'confirm-deletions': async () => {
      await until(isSynced);
      const run = (await runs()).find(({ capability }) => capability === 'orders');
      values.set('{run_id}', run?.id ?? '');
      await service.database.dataSource.query('update sync_runs set deletions_held_back = 1400 where id = $1', [run?.id]);
    },
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
    '/api/records/orders': ({ body }) => {
      const { data } = body as { data: (typeof order)[] };
      expect(data.length).toBeGreaterThan(10);
      order = data.find(({ created_at }) => !String(created_at).includes('+')) ?? {};
    },
    '/disconnect': ({ body }) => expect(body).toMatchObject({ status: 'disconnected', grace_deadline: expect.any(String) }),
    '/reconnect': ({ body }) => expect(body).toMatchObject({ status: 'active' }),
  };
  const step = <T>(steps: Record<string, T>, { code }: DocumentedCall) => Object.entries(steps).find(([part]) => code.includes(part))?.[1];

  beforeAll(async () => {
    service = await RunningService.start();
    values.set('{base_url}', service.url);
  });
  afterAll(() => service.stop());

  it('are all there', () => {
    expect(calls).toHaveLength((page.match(/\bcurl /g) ?? []).length);
    expect(calls).toHaveLength(16);
  });

  it.each(calls.map((call, index) => [index + 1, call.code.replace(/ -H .*/, ''), call] as const))(
    '%i. %s does what the page says, and would not without any of its words',
    async (_, __, call) => {
      const promised = promisedBy(call.says);
      await step(before, call)?.();
      expect(call.code).toContain(' -sS ');
      const survivors: string[] = [];
      for (const changed of withoutEachWord(call.code)) if (isKept(promised, await run(changed, values))) survivors.push(changed);
      expect(survivors).toEqual([]);
      const response = await run(call.code, values);
      expect({ ...response, isKept: isKept(promised, response) }).toMatchObject({ errors: '', isKept: true });
      for (const word of call.says.match(/^\d{3}|"\w+"(?=[,:}])/g) ?? [])
        expect([word, isKept(promisedBy(call.says.replace(word, '')), response)]).toEqual([word, false]);
      await step(after, call)?.(response);
    },
  );

  it('describes the times of a record as records have them', () => {
    const [shown] = blocks.filter(({ language }) => language === 'json').map(({ code }) => JSON.parse(code) as Record<string, string>);
    const shapeOf = (time: unknown) => String(time).replaceAll(/\d/g, '0');
    expect(Object.keys(shown ?? {})).toEqual(['created_at', 'created_at_utc']);
    for (const [name, time] of Object.entries(shown ?? {})) expect([name, shapeOf(order[name])]).toEqual([name, shapeOf(time)]);
  });

  it('has a typed client that compiles strictly and reads orders, and would not without any of its words', async () => {
    const folder = mkdtempSync(join('dist', 'callers-page-'));
    const program = new DocumentedProgram(folder);
    try {
      const tenant = await service.tenant();
      await service.linkedShop('demo-shop-a', tenant);
      const path = '/api/records/orders?limit=1';
      await until(async () => (await service.ask<{ data: [] }>('GET', path, { token: tenant.token })).data.length > 0);
      values.set('sca_…', tenant.token);
      const [generate = ''] = blocks.flatMap(({ code }) => (code.startsWith('npx ') ? [filledIn(code, values)] : []));
      execFileSync('bash', ['--norc', '-euc', generate], { cwd: folder, stdio: 'pipe' });
      expect(program.read('service.d.ts')).toContain('/api/records/orders');
      const [client = ''] = blocks.flatMap(({ language, code }) => (language === 'ts' ? [filledIn(code, values)] : []));
      expect(program.complaints(client)).toEqual([]);
      expect(await program.run(client)).toMatch(/\[ '\d+', \d+ \]/);
      const survivors = withoutEachWord(client).filter((changed) => program.complaints(changed).length === 0);
      expect(survivors).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('is all run: no block is of another kind', () => {
    const kinds = blocks.map(({ language, code }) => (language === 'sh' ? code.split(' ')[0] : language));
    expect(new Set(kinds)).toEqual(new Set(['curl', 'npx', 'ts', 'json']));
    expect(blocks).toHaveLength((page.match(/^```\w/gm) ?? []).length);
  });
});
