import { operationsOf, type Description } from '@sync/http-api/testing';
import { hashToken, issueToken } from '@sync/identity';
import { v7 as uuidv7 } from 'uuid';
import { AdminApiUnderTest } from './testing/admin-api-under-test';

const open = ['POST /api/admin/sessions'];
const unknownId = '01900000-0000-7000-8000-000000000000';
const unknownSession = `sas_${'A'.repeat(43)}`;

let api: AdminApiUnderTest;
let guarded: { name: string; method: string; path: string }[];
let accessToken: string;

beforeAll(async () => {
  api = await AdminApiUnderTest.start();
  const { body } = await api.get<Description>('/api/admin/openapi.json');
  guarded = operationsOf(body).flatMap(({ name }) => {
    const [method = '', path = ''] = name.split(' ');
    return open.includes(name) ? [] : [{ name, method, path: path.replaceAll(/\{\w+\}/g, unknownId) }];
  });
  const [id, { plaintext }] = [uuidv7(), issueToken('access')];
  accessToken = plaintext.reveal();
  await api.query(`insert into system_connections (id, name, status) values ($1, 'A connection', 'active')`, [id]);
  await api.query(`insert into access_tokens (id, system_connection_id, token_hash, name) values ($1, $2, $3, 'direct-initialisation')`, [
    uuidv7(),
    id,
    hashToken(accessToken),
  ]);
});
afterAll(() => api.stop());

/** What stands in for a session. */
const noSessions: [what: string, headers: () => Record<string, string>][] = [
  ['nothing', () => ({})],
  ['a session that does not exist', () => ({ authorization: `Bearer ${unknownSession}` })],
  ['a cookie of a session that does not exist', () => ({ cookie: `admin_session=${unknownSession}`, 'x-requested-with': 'test' })],
  ['another scheme', () => ({ authorization: `Basic ${Buffer.from('admin:admin').toString('base64')}` })],
  ['the access token of a connection', () => ({ authorization: `Bearer ${accessToken}` })],
  ['the access token of a connection as a cookie', () => ({ cookie: `admin_session=${accessToken}` })],
];

it.each(noSessions)('every route but sign-in responds 401 to %s, and changes nothing', async (_, headers) => {
  expect(guarded.length).toBeGreaterThan(0);
  const wrong: unknown[] = [];
  for (const { name, method, path } of guarded) {
    const body = method === 'GET' || method === 'DELETE' ? undefined : {};
    const response = await api.ask(method, path, { headers: headers(), body });
    const isRefused = response.status === 401 && response.body['type'] === '/problems/unauthorized';
    if (!isRefused || !response.headers.get('www-authenticate')?.startsWith('Bearer')) wrong.push({ name, status: response.status });
  }
  expect(wrong).toEqual([]);
  expect(await api.value<string>('select count(*) from audit_log')).toBe('0');
});

it('no page of another origin may read or call it', async () => {
  for (const { name, method, path } of guarded) {
    const asked = { origin: 'https://elsewhere.example', 'access-control-request-method': method };
    for (const response of [await api.ask('OPTIONS', path, { headers: asked }), await api.ask(method, path, { headers: asked })]) {
      const granted = [...response.headers.keys()].filter((header) => header.startsWith('access-control-'));
      expect({ name, granted }).toEqual({ name, granted: [] });
    }
  }
});
