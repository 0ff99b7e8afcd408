import { readFileSync } from 'node:fs';
import { until } from '@sync/test-harness';
import {
  blocksOf,
  callsOf,
  isKept,
  promisedBy,
  run,
  withoutEachWord,
  type DocumentedCall,
  type Response,
} from './testing/documented-calls';
import { RunningService } from './testing/running-service';

const page = readFileSync('docs/callers.md', 'utf8');
const calls = blocksOf(page)
  .filter(({ code }) => code.startsWith('curl'))
  .flatMap(callsOf);

/** A caller reads docs/callers.md from top to bottom and runs its commands against `npm start`. */
describe('the commands of docs/callers.md', () => {
  let service: RunningService;
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
    '/status': async ({ body }) => {
      expect(body).toMatchObject({ status: 'pending' });
      await service.finalise('demo-shop-b', value('scc_…'));
      const path = `/api/widget/connections/${value('{connection_id}')}/status`;
      expect(await service.ask('GET', path, { token: value('sca_…') })).toMatchObject({ status: 'active' });
    },
    '/api/records/orders': ({ body }) => expect((body as { data: object[] }).data.length).toBeGreaterThan(10),
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
    expect(calls).toHaveLength(13);
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
});
