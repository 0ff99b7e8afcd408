import { initialise, link, setStatus } from '../testing/actors';
import { serviceAndShop, type ServiceAndShop } from '../testing/service-and-shop';

const all = '/api/access-tokens';
const at = `${all}/current`;

let api: ServiceAndShop['api'];
let shop: ServiceAndShop['shop'];
serviceAndShop((scene) => ({ api, shop } = scene));

const rotate = (token: string, body?: unknown) =>
  api.ask<{ token: string; expires_at: string | null }>('POST', `${at}/rotate`, { token, body });
const listed = async (token: string) => (await api.get('/api/system-connections', token)).status;

describe('an access token', () => {
  it('rotated: a new token with the same rights, and the old one ends at once', async () => {
    const { token, connectionId } = await initialise(api);
    const { status, body } = await rotate(token);
    expect([status, body]).toEqual([201, { token: expect.stringMatching(/^sca_[A-Za-z0-9_-]{43}$/), expires_at: null }]);
    expect([await listed(token), await listed(body.token)]).toEqual([401, 200]);
    expect(await api.query('select name from access_tokens where system_connection_id = $1', [connectionId])).toEqual([
      { name: 'direct-initialisation' },
    ]);
  });

  it('rotated with an overlap: both work until it ends, so that a lost response can be repeated', async () => {
    const { token, connectionId } = await initialise(api);
    const { body } = await rotate(token, { overlap_seconds: 600 });
    expect([await listed(token), await listed(body.token)]).toEqual([200, 200]);
    const left = await api.value<number>(
      'select extract(epoch from expires_at - now())::float8 from access_tokens where system_connection_id = $1 and expires_at is not null',
      [connectionId],
    );
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(600);
    await api.query('update access_tokens set expires_at = now() where system_connection_id = $1 and expires_at is not null', [
      connectionId,
    ]);
    expect([await listed(token), await listed(body.token)]).toEqual([401, 200]);
  });

  it('rotated: every other token of its kind ends, a copy that was rotated with an overlap too; tokens of other kinds stay', async () => {
    const owner = await initialise(api);
    const { id, widgetToken } = await link(api, owner, shop);
    const { body: stolen } = await rotate(owner.token, { overlap_seconds: 600 });
    const { body: kept } = await rotate(owner.token);
    expect([await listed(owner.token), await listed(stolen.token), await listed(kept.token)]).toEqual([401, 401, 200]);

    const path = `/api/system-connections/${id}/widget-tokens`;
    const { body: page } = await api.ask<{ widget_token: string }>('POST', path, { token: kept.token, body: {} });
    expect((await rotate(widgetToken)).status).toBe(201);
    expect((await api.get('/api/widget/configuration', page.widget_token)).status).toBe(200);
  });

  it('two tokens of one kind rotated at once: one gets a new token, and it is the only one left (10 rounds)', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { token, connectionId } = await initialise(api);
      const { body: second } = await rotate(token, { overlap_seconds: 600 });
      const responses = await Promise.all([rotate(token), rotate(second.token), rotate(token), rotate(second.token)]);
      expect(responses.map(({ status }) => status).sort()).toEqual([201, 401, 401, 401]);
      expect(await api.value('select count(*)::int from access_tokens where system_connection_id = $1', [connectionId])).toBe(1);
    }
  });

  it('is listed without its plaintext, page by page, and revoked by its id, also its own', async () => {
    const owner = await initialise(api);
    const { body: second } = await rotate(owner.token, { overlap_seconds: 600 });
    interface Listed {
      data: { id: string; current: boolean }[];
      next_cursor: string | null;
    }
    const { body: first } = await api.get<Listed>(`${all}?limit=1`, owner.token);
    const { body: rest, text } = await api.get<Listed>(`${all}?limit=1&cursor=${first.next_cursor}`, owner.token);
    const shown = { name: 'direct-initialisation', created_at: expect.stringMatching(/Z$/) as unknown };
    expect(first.data).toEqual([{ id: expect.any(String) as unknown, ...shown, last_used_at: null, expires_at: null, current: false }]);
    expect(rest).toMatchObject({
      data: [{ ...shown, last_used_at: shown.created_at, expires_at: shown.created_at, current: true }],
      next_cursor: null,
    });
    for (const token of [owner.token, second.token]) expect(text).not.toContain(token);

    const [newer, own] = [first.data[0]!.id, rest.data[0]!.id];
    const stranger = await initialise(api);
    const revoke = (id: string, token: string) => api.ask('DELETE', `${all}/${id}`, { token });
    for (const id of [newer, 'x', '01960000-0000-7000-8000-00000000dead']) expect((await revoke(id, stranger.token)).status).toBe(404);
    expect(await listed(second.token)).toBe(200);
    expect((await revoke(newer, owner.token)).status).toBe(204);
    expect(await listed(second.token)).toBe(401);
    expect((await revoke(newer, owner.token)).status).toBe(404);
    expect((await revoke(own, owner.token)).status).toBe(204);
    expect(await listed(owner.token)).toBe(401);
  });

  it.each([
    ['active', 201],
    ['pending', 201],
    ['error', 201],
    ['inactive', 201],
    ['disconnected', 403],
  ])('of a connection that is %s gets %i when it is rotated, and can be listed and revoked', async (status, expected) => {
    const { token, connectionId } = await initialise(api);
    await setStatus(api, connectionId, status);
    const rotated = await rotate(token);
    expect(rotated.status).toBe(expected);
    const left = expected === 201 ? rotated.body.token : token;
    expect((await api.get(all, left)).body).toMatchObject({ data: [{ current: true, expires_at: null }] });
    expect((await api.ask('DELETE', at, { token: left })).status).toBe(204);
    expect((await rotate(left)).status).toBe(401);
  });

  it('revoked: unknown at once, while the connection and its other tokens stay', async () => {
    const owner = await initialise(api);
    const { id, widgetToken } = await link(api, owner, shop);
    expect(await api.ask('DELETE', at, { token: widgetToken })).toMatchObject({ status: 204, text: '' });
    expect((await api.get(`/api/widget/connections/${id}/status`, widgetToken)).status).toBe(401);
    expect((await api.get(`/api/widget/connections/${id}/status`, owner.token)).body).toMatchObject({ status: 'active' });
  });

  it('409 for a rotation that would leave more than 20 valid tokens; without an overlap it replaces them', async () => {
    const { token: first, connectionId } = await initialise(api);
    let token = first;
    for (let tokens = 2; tokens <= 20; tokens += 1) token = (await rotate(token, { overlap_seconds: 86_400 })).body.token;
    expect((await rotate(token, { overlap_seconds: 60 })).body).toMatchObject({ status: 409, type: '/problems/conflict' });
    expect((await rotate(token)).status).toBe(201);
    expect(await api.value('select count(*)::int from access_tokens where system_connection_id = $1', [connectionId])).toBe(1);
  });
});
