import { until } from '@sync/test-harness';
import { type CallStep, callsOf, expectCall, type Response, run } from './testing/documented-calls';
import { pluginAuthorsPage as page, pluginBlocks as blocks, pluginCode as code, pluginValues } from './testing/documented-plugin';
import { RunningService, type Tenant } from './testing/running-service';

/** A plugin's author reads docs/plugin-authors.md from top to bottom and runs its commands against `npm start`, as the plugin of its demo shop. */
describe('the code of docs/plugin-authors.md', () => {
  let service: RunningService;
  let tenant: Tenant;
  /** What stands for the placeholders of the page. */
  let values: Map<string, string>;
  const keep = (placeholder: string, member: string, { body }: Response) =>
    void values.set(placeholder, String((body as Record<string, unknown>)[member]));
  const order = async (sourceId?: string) => {
    const { data } = await service.ask<{ data: { source_id: string; deleted_at: string | null }[] }>(
      'GET',
      '/api/records/orders?limit=500',
      {
        token: tenant.token,
      },
    );
    return data.find(({ source_id }) => sourceId === undefined || source_id === sourceId);
  };
  /** The catching up after a reconnect would bring back what a webhook deletes. */
  const isSynced = async () => {
    const path = `/api/system-connections/${values.get('{connection}')}/syncs`;
    const { data } = await service.ask<{ data: { capability: string; status: string }[] }>('GET', path, { token: tenant.token });
    const isOpen = data.some(({ status }) => status === 'queued' || status === 'running');
    return !isOpen && new Set(data.flatMap(({ status, capability }) => (status === 'succeeded' ? [capability] : []))).size === 3;
  };
  let sourceId = '';

  /** By a part of the block. */
  const steps: [part: string, step: CallStep][] = [
    ['"connection_token": "what', {}],
    [
      'demo-shop-a.json',
      {
        after: async () => {
          const [, file = '', credentials = ''] = /^For commerce_b: `(\S+)`, and `(\{.*\})` as credentials/m.exec(page) ?? [];
          const other = code('demo-shop-a.json')
            .replace('demo-shop-a.json', file)
            .replace('commerce_a', 'commerce_b')
            .replace('secrets.credentials', credentials);
          expect(await run(other, values)).toMatchObject({ status: 201, errors: '' });
        },
      },
    ],
    [
      '"connection_token": "scc_…"',
      {
        before: async () => {
          tenant = await service.tenant();
          const path = '/api/system-connections/connect';
          const { connection_token } = await service.ask<{ connection_token: string }>('POST', path, { token: tenant.token });
          values.set('scc_…', connection_token);
        },
        after: (response) => {
          keep('sca_…', 'widget_token', response);
          keep('{connection}', 'connection_id', response);
          expect(response.body).toMatchObject({ status: 'active' });
        },
      },
    ],
    ['/disconnect', { after: ({ body }) => expect(body).toMatchObject({ status: 'disconnected' }) }],
    [
      'X-Webhook-Signature',
      {
        before: async () => {
          await service.ask('POST', '/api/widget/connection/reconnect', { token: values.get('sca_…') });
          await until(isSynced);
          sourceId = (await order())?.source_id ?? '';
          values.set('"id":517', `"id":${sourceId}`);
        },
        // A body with a percent sign needs it.
        spareWord: "'%s' ",
        after: () => until(async () => typeof (await order(sourceId))?.deleted_at === 'string'),
      },
    ],
  ];

  beforeAll(async () => {
    service = await RunningService.start();
    values = pluginValues(service);
  });
  afterAll(() => service.stop());

  it('is all run: each block has its place in the table, in the order of the page', () => {
    expect(blocks).toHaveLength((page.match(/^```/gm) ?? []).length / 2);
    expect(blocks.map((block) => steps.findIndex(([part]) => block.code.includes(part)))).toEqual(steps.map((_, index) => index));
    for (const block of blocks) expect([block.code, callsOf(block).length]).toEqual([block.code, 1]);
  });

  it.each(steps)('%s: does what the page says, and would not without any of its words', async (part, step) => {
    const [call] = blocks.filter((block) => block.code.includes(part)).flatMap(callsOf);
    await expectCall(call ?? { code: '', says: '' }, values, step);
  });

  it('describes the responses of a webhook as they come', async () => {
    const response = await run(code('X-Webhook-Signature').replace('order.deleted', 'coupon.created'), values);
    expect(response).toMatchObject({ status: 200, body: { status: 'ignored' } });
    expect(await run(code('X-Webhook-Signature').replace('$signature', 'x$signature'), values)).toMatchObject({ status: 401 });
  });
});
