import { setTimeout as sleep } from 'node:timers/promises';
import { recordAudit } from '@sync/identity';
import { DataSource } from 'typeorm';
import { AdminApiUnderTest, type Actor } from '../testing/admin-api-under-test';

const base = '/api/admin/audit-log';

interface Entry {
  id: string;
  at: string;
  action: string;
  actor: string;
}

describe('the audit log over HTTP', () => {
  let api: AdminApiUnderTest;
  let admin: Actor;

  beforeAll(async () => {
    api = await AdminApiUnderTest.start();
    admin = await api.actor('super_admin');
    for (let number = 0; number < 12; number += 1)
      await recordAudit(api.database.dataSource.manager, {
        actor: `administrator:${admin.id}`,
        address: '192.0.2.1',
        action: number % 2 === 0 ? 'tenant.create' : 'connection.disconnect',
        object: { type: number % 2 === 0 ? 'tenant' : 'connection', id: String(number) },
        after: { number },
      });
  });
  afterAll(() => api.stop());

  const list = async (query: string) =>
    (await api.get<{ data: Entry[]; next_cursor: string | null }>(`${base}?${query}`, admin.token)).body;

  it('is read newest first, page by page, by filters', async () => {
    const first = await list('action=tenant.create&limit=4');
    const second = await list(`action=tenant.create&limit=4&cursor=${first.next_cursor ?? ''}`);
    expect([first.data.length, second.data.length, second.next_cursor]).toEqual([4, 2, null]);
    expect([...first.data, ...second.data]).toMatchObject(
      [10, 8, 6, 4, 2, 0].map((number) => ({ object_id: String(number), actor_login: admin.login, after: { number } })),
    );
    expect((await list('object_type=connection&object_id=3')).data).toMatchObject([{ action: 'connection.disconnect' }]);
    expect((await list('from=2999-01-01T00:00:00Z')).data).toEqual([]);
    expect((await list('to=2000-01-01T00:00:00Z')).data).toEqual([]);
    expect((await api.get(`${base}?from=yesterday`, admin.token)).status).toBe(422);
  });

  it('is exported as one JSON object a line, and the export is an entry itself', async () => {
    const { headers, text } = await exported('?action=tenant.create');
    expect(headers.get('content-type')).toBe('application/x-ndjson');
    expect(headers.get('content-disposition')).toBe('attachment; filename="audit-log.ndjson"');
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Entry);
    expect(lines).toEqual((await list('action=tenant.create')).data);
    expect((await list('action=audit_log.export')).data).toMatchObject([
      { actor: `administrator:${admin.id}`, after: { action: 'tenant.create' } },
    ]);
    expect((await exported('?limit=5')).status).toBe(422);
  });

  const exported = async (query: string) => {
    const response = await fetch(`${api.url}${base}/export${query}`, { headers: { authorization: `Bearer ${admin.token}` } });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  it('reads at most a bounded part ahead of its reader, at any length', async () => {
    await api.query(`
      insert into audit_log (id, actor, action, object_type, after)
      select gen_random_uuid(), 'operator', 'failed_task.discard', 'failed_task', jsonb_build_object('text', repeat('x', 4000))
      from generate_series(1, 30000)`);
    const query = jest.spyOn(api.app.get(DataSource), 'query');
    const batches = () => query.mock.calls.filter(([sql]) => sql.includes('from audit_log entry')).length;
    const response = await fetch(`${api.url}${base}/export?action=failed_task.discard`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const lines = ({ value }: { value?: Uint8Array }) => Buffer.from(value ?? []).filter((byte) => byte === 10).length;
    let read = lines(await reader.read());
    for (let before = 0; before !== batches(); await sleep(500)) before = batches();
    expect(batches()).toBeLessThan(30);
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) read += lines(chunk);
    expect([read, batches()]).toEqual([30_000, 61]);
    query.mockRestore();
  });
});
