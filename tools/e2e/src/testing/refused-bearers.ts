import { initialise, type Caller, type Registration } from './actors';
import type { Operation } from './api-document';
import { header } from './exchange';
import { endsToken, listsTokens } from './generated-requests';
import { faultsOfProblem } from './problem-schema';
import type { ServiceUnderTest } from './service-under-test';
import { bearer, comparable, connect, widget, type Case, type TwoTenants } from './two-tenants';

/** Declares tests of every route, with every kind of header that is not a valid bearer, and with bearers whose connection may not use it now. */
export function describeRefusedBearers(started: () => TwoTenants): void {
  let tenants: TwoTenants;
  let service: ServiceUnderTest;
  let a = {} as Caller;
  let shopOfA = '';
  let unclaimed = {} as Registration;
  let connectionToken = '';

  beforeAll(() => {
    tenants = started();
    ({ service, a, shopOfA, unclaimed } = tenants);
    ({ connectionToken } = tenants.pendingOfA);
  });

  const notBearers = (): Case[] => [
    { name: 'no token', headers: [] },
    { name: '`Bearer`', headers: [['authorization', 'Bearer']] },
    { name: '`Bearer `', headers: [['authorization', 'Bearer ']] },
    { name: '`bearer x`', headers: [['authorization', 'bearer x']] },
    { name: 'an unknown token', headers: bearer(`sca_${'A'.repeat(43)}`) },
    { name: 'a token that is cut', headers: bearer(a.token.slice(0, -1)) },
    { name: 'a token in another case', headers: bearer(a.token.toUpperCase()) },
    { name: 'a token that is padded', headers: bearer(`${a.token}=`) },
    { name: 'the token alone', headers: [['authorization', a.token]] },
    { name: 'Basic', headers: [['authorization', `Basic ${Buffer.from(`${a.token}:`).toString('base64')}`]] },
    { name: 'two Authorization headers, both good', headers: [...bearer(a.token), ...bearer(a.token)] },
    { name: 'two Authorization headers, the first good', headers: [...bearer(a.token), ['authorization', 'Bearer x']] },
    { name: 'two Authorization headers, the second good', headers: [['authorization', 'Bearer x'], ...bearer(a.token)] },
    { name: 'two tokens in one header', headers: [['authorization', `Bearer ${a.token}, Bearer ${a.token}`]] },
    { name: 'a connection token', headers: bearer(connectionToken) },
    { name: 'token in the query', headers: [], query: `?token=${a.token}` },
    { name: 'access_token in the query', headers: [], query: `?access_token=${a.token}` },
    { name: 'authorization in the query', headers: [], query: `?authorization=Bearer%20${a.token}` },
    { name: 'token in a cookie', headers: [['cookie', `token=${a.token}; access_token=${a.token}`]] },
    { name: 'token in X-Api-Key', headers: [['x-api-key', a.token]] },
    { name: 'token in Proxy-Authorization', headers: [['proxy-authorization', `Bearer ${a.token}`]] },
  ];

  it('responds 401 with WWW-Authenticate to a missing or unknown bearer, on every route that needs one', async () => {
    const before = await service.counts();
    const wrong: unknown[] = [];
    for (const operation of tenants.guarded()) {
      for (const refused of notBearers()) {
        const response = await tenants.ask(operation, shopOfA, refused);
        const faults = faultsOfProblem(response);
        if (response.status !== 401 || faults.length > 0)
          wrong.push({ at: `${operation.method} ${operation.path}`, with: refused.name, status: response.status, faults });
      }
    }
    expect(wrong).toEqual([]);
    expect(await service.counts()).toEqual(before);
  });

  it('connect responds 401 to a bad bearer instead of treating it as variant A, and to a token or tenant_id without a bearer', async () => {
    const before = await service.counts();
    const wrong: unknown[] = [];
    for (const refused of notBearers()) {
      const carriesHeader = refused.headers?.some(([name]) => name === 'authorization') ?? false;
      const asC = { connection_token: unclaimed.connectionToken };
      for (const body of [asC, { tenant_id: a.tenantId }, ...(carriesHeader ? [{ system_slug: 'mailing_platform' }, {}] : [])]) {
        const response = await service.ask('POST', `${connect}${refused.query ?? ''}`, { headers: refused.headers, body });
        if (response.status !== 401 || faultsOfProblem(response).length > 0)
          wrong.push({ with: refused.name, body: Object.keys(body), status: response.status, faults: faultsOfProblem(response) });
      }
    }
    expect(wrong).toEqual([]);
    expect(await service.counts()).toEqual(before);
  });

  const partOf = ({ method, path }: Operation): string => {
    if (path.endsWith('/status') || (method === 'GET' && path.endsWith('/connection'))) return 'status';
    if (path.endsWith('/disconnect')) return 'disconnect';
    if (path.endsWith('/reconnect')) return 'reconnect';
    return method === 'DELETE' ? 'removal' : 'configuration';
  };
  it.each([
    { status: 'active', widgetAllows: ['status', 'configuration', 'disconnect', 'reconnect', 'removal'], callerAllows: true },
    { status: 'pending', widgetAllows: ['status', 'configuration', 'disconnect', 'reconnect', 'removal'], callerAllows: false },
    { status: 'error', widgetAllows: ['status', 'configuration', 'disconnect', 'reconnect', 'removal'], callerAllows: false },
    { status: 'disconnected', widgetAllows: ['status', 'reconnect', 'removal'], callerAllows: false },
    { status: 'inactive', widgetAllows: ['status', 'removal'], callerAllows: false },
  ])('allowed by the bearer’s connection status: $status', async ({ status, widgetAllows, callerAllows }) => {
    const since = status === 'disconnected' ? 'now()' : 'null';
    const callerThatIs = async () => {
      const caller = await initialise(service);
      await service.rows(`update system_connections set status = $2, disconnected_at = ${since} where id = $1`, [
        caller.connectionId,
        status,
      ]);
      return caller;
    };
    const allowsToken = (operation: Operation) =>
      listsTokens(operation) || (endsToken(operation) && !(status === 'disconnected' && operation.path.endsWith('/rotate')));
    for (const operation of tenants.guarded()) {
      const caller = await callerThatIs();
      const headers = bearer(caller.token);
      const response = await tenants.ask(
        operation,
        caller.connectionId,
        { headers },
        operation.method === 'PATCH' ? { configuration: {} } : undefined,
      );
      const isAllowed = operation.path.startsWith(widget)
        ? widgetAllows.includes(partOf(operation))
        : allowsToken(operation) || callerAllows;
      expect({ at: `${operation.method} ${operation.path}`, refused: response.status === 403 }).toEqual({
        at: `${operation.method} ${operation.path}`,
        refused: !isAllowed,
      });
      if (!isAllowed) expect(faultsOfProblem(response)).toEqual([]);
    }
    const headers = bearer((await callerThatIs()).token);
    for (const body of [{}, { connection_token: unclaimed.connectionToken.replace(/.$/, '!') }]) {
      const response = await service.ask('POST', connect, { headers, body });
      expect(response.status === 403).toBe(!callerAllows);
    }
  });

  it('treats the token of a deleted connection like an unknown one', async () => {
    const caller = await initialise(service);
    await service.rows(`update system_connections set deleted_at = now() where id = $1`, [caller.connectionId]);
    for (const operation of tenants.guarded()) {
      const deleted = await tenants.ask(operation, caller.connectionId, { headers: bearer(caller.token) });
      const unknown = await tenants.ask(operation, caller.connectionId, { headers: bearer(`sca_${'A'.repeat(43)}`) });
      expect(comparable(deleted)).toEqual(comparable(unknown));
    }
  });

  it('gives all refused bearers the same response apart from the challenge', async () => {
    const [operation] = tenants.guarded();
    const missing = await tenants.ask(operation!, shopOfA, { headers: [] });
    expect(header(missing, 'www-authenticate')).toBe('Bearer');
    const unknown = await tenants.ask(operation!, shopOfA, { headers: bearer('x') });
    expect(header(unknown, 'www-authenticate')).toBe('Bearer error="invalid_token"');
    expect([missing.text, unknown.text].map((text) => JSON.parse(text).type)).toEqual(['/problems/unauthorized', '/problems/unauthorized']);
  });
}
