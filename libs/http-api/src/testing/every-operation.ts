import { reachOf, type Reach } from '../access/policy';
import type { ApiUnderTest, ServiceResponse } from './api-under-test';
import type { DescribedOperation, Description } from './described-api';
import { invalidRequests, pointsTo } from './invalid-requests';
import { pathTo, routesOf, unknownId, type Route } from './routes';

interface Principal {
  /** As the policy names it. */
  name: string;
  token: string;
}

/** What the ids in a path stand for. */
interface Target {
  name: string;
  ids: Record<string, string>;
}

interface Walk {
  api: () => ApiUnderTest;
  /** Of the description. */
  address: string;
  principals: () => Principal[];
  /** What a route's path may name. None: the path has no id that access depends on. */
  targets: (route: Route, principal: Principal) => Target[];
  /** The status by which the policy refuses; null: it allows. */
  refusal: (reach: Reach, target: string) => number | null;
  /** Refusals that the route finds out itself, behind the check of unknown parameters. */
  isLate: (reach: Reach, route: Route) => boolean;
  /** Members of bodies of which any value is good: the operation, a space and the member. */
  ignored?: string[];
  /** Routes that another app serves. */
  elsewhere?: string[];
}

/** Nothing may be larger: a problem document goes into logs and traces. */
const maxProblemBytes = 65_536;

/**
 * Everything that is stored, but for the time of the last use of tokens and sessions, and the counters of throttling.
 */
async function stored(api: ApiUnderTest): Promise<unknown> {
  const tables = await api.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('rate_limited_clients', 'migrations') order by 1`,
  );
  const digest = ({ name }: { name: string }) =>
    `select '${name}' as name, count(*)::int, coalesce(sum(hashtext((to_jsonb(row) - 'last_used_at')::text)::bigint), 0)::text as digest from "${name}" row`;
  return api.query(tables.map(digest).join(' union all '));
}

function expectProblem(response: ServiceResponse, ...statuses: number[]): void {
  if (statuses.length > 0) expect(statuses).toContain(response.status);
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(Buffer.byteLength(response.text)).toBeLessThanOrEqual(maxProblemBytes);
  expect(response.body).toMatchObject({
    type: expect.stringMatching(/^\/problems\/[a-z-]+$/) as string,
    title: expect.any(String) as string,
    status: response.status,
    detail: expect.any(String) as string,
    instance: expect.stringMatching(/^\/[^?]*$/) as string,
  });
  expect(response.text).not.toMatch(/ at .*\.(ts|mjs|js):|select |insert |Error:/);
}

/** The first written example of its body. */
function exampleBody({ requestBody }: DescribedOperation): unknown {
  return Object.values(requestBody?.content['application/json']?.examples ?? {})[0]?.value;
}

const badTokens = (valid: string) => [
  undefined,
  '',
  'Bearer',
  'bearer x',
  'Basic eDp5',
  `Bearer sca_${'A'.repeat(43)}`,
  `Bearer sas_${'A'.repeat(43)}`,
  `Bearer ${valid} x`,
  `Token ${valid}`,
  `Bearer  ${valid}`,
  valid,
];

/**
 * Declares that every route does for every principal and target what the policy says, and changes nothing when it refuses. An allowed
 * request has an unknown parameter, which each route refuses only to those whom it lets in: so nothing is changed by the walk at all.
 */
export function describeEveryOperation({ api, address, principals, targets, refusal, isLate, ignored = [], elsewhere = [] }: Walk): void {
  let routes: Route[];
  let description: Description;
  beforeAll(async () => {
    ({ body: description } = await api().get<Description>(address));
    routes = routesOf(api().app, description).filter(({ name }) => !elsewhere.includes(name));
  });

  const ask = (route: Route, ids: Record<string, string>, options: { token?: string; query?: string; headers?: Record<string, string> }) =>
    api().ask(route.method, pathTo(route, ids) + (options.query ?? ''), { ...options, body: exampleBody(route.operation) });

  const anything: Target = { name: 'anything', ids: {} };
  const targetsOf = (route: Route, principal: Principal): Target[] => {
    const named = targets(route, principal);
    return named.length > 0 ? named : [anything];
  };
  const refusalAt = (reach: Reach, target: Target): number | null => (target === anything ? null : refusal(reach, target.name));

  it('every route that is not open responds 401 with a challenge to anything but a known token, and changes nothing', async () => {
    const before = await stored(api());
    const guarded = routes.filter(({ access }) => access && !access.isOpen);
    expect(guarded.length).toBeGreaterThan(0);
    const valid = principals()[0]?.token ?? '';
    const wrong: unknown[] = [];
    for (const route of guarded) {
      const attempts: { headers: Record<string, string>; query?: string }[] = [
        ...badTokens(valid).map((authorization) => ({ headers: { ...(authorization !== undefined && { authorization }) } })),
        { headers: { cookie: `token=${valid}; admin_session=${valid}`, 'x-access-token': valid, 'x-requested-with': 'test' } },
        { headers: {}, query: `?token=${valid}&access_token=${valid}` },
      ];
      for (const attempt of attempts) {
        const response = await ask(route, {}, attempt);
        const isRefused = response.status === 401 && response.headers.get('www-authenticate')?.startsWith('Bearer');
        if (!isRefused || response.text.includes(valid)) wrong.push({ route: route.name, attempt, status: response.status });
      }
    }
    expect(wrong).toEqual([]);
    expect(await stored(api())).toEqual(before);
  });

  it('every route does for every principal and target what the policy says, and changes nothing', async () => {
    const before = await stored(api());
    const wrong: unknown[] = [];
    for (const route of routes)
      for (const principal of principals()) {
        const reach = route.access ? reachOf(principal.name, route.access.group) : 'all';
        for (const target of targetsOf(route, principal)) {
          const expected = reach === null ? 403 : refusalAt(reach, target);
          const query = expected !== null && reach !== null && isLate(reach, route) ? '' : '?no_such_parameter=1';
          const response = await ask(route, target.ids, { token: principal.token, query });
          const seen = response.status === 422 && response.text.includes('/no_such_parameter') ? null : response.status;
          if (seen !== expected) wrong.push({ route: route.name, principal: principal.name, target: target.name, expected, seen });
          else expectProblem(response);
        }
      }
    expect(wrong).toEqual([]);
    expect(await stored(api())).toEqual(before);
  });

  it('a connection or other thing out of reach gets byte for byte the 404 of one that does not exist', async () => {
    for (const route of routes)
      for (const principal of principals()) {
        const reach = route.access && reachOf(principal.name, route.access.group);
        const hidden = reach ? targets(route, principal).filter(({ name }) => refusal(reach, name) === 404) : [];
        const texts = new Set<string>();
        for (const { ids } of hidden) {
          const [parameter, id = ''] = Object.entries(ids)[0] ?? [];
          const { text } = await ask(route, ids, { token: principal.token });
          texts.add(parameter === undefined ? text : text.replaceAll(id, unknownId));
        }
        expect({ route: route.name, principal: principal.name, kinds: Math.max(1, texts.size) }).toEqual({
          route: route.name,
          principal: principal.name,
          kinds: 1,
        });
      }
  });

  it('no header names another tenant, user, method or path', async () => {
    const spoofed = { 'x-tenant-id': unknownId, 'x-user-id': unknownId, 'x-original-url': '/health/live', 'x-http-method-override': 'GET' };
    for (const route of routes)
      for (const principal of principals()) {
        const query = '?no_such_parameter=1';
        const [plain, other] = [
          await ask(route, {}, { token: principal.token, query }),
          await ask(route, {}, { token: principal.token, query, headers: spoofed }),
        ];
        expect([route.name, other.status, other.text]).toEqual([route.name, plain.status, plain.text]);
      }
  });

  it('every route refuses unreadable bodies and invalid values with a problem that points to them, and changes nothing', async () => {
    const before = await stored(api());
    const wrong: unknown[] = [];
    for (const route of routes) {
      const attempts = invalidRequests(route, description, ignored);
      if (attempts.length === 0) continue;
      const allowed = principals().flatMap((principal) => {
        const reach = route.access ? reachOf(principal.name, route.access.group) : ('all' as const);
        const target = targetsOf(route, principal).find((one) => reach !== null && refusalAt(reach, one) === null);
        return target ? [{ token: route.access ? principal.token : undefined, path: pathTo(route, target.ids) }] : [];
      })[0];
      expect([route.name, allowed !== undefined]).toEqual([route.name, true]);
      for (const attempt of attempts) {
        const { token, path } = allowed ?? { path: '' };
        const response = await api().ask(route.method, path + (attempt.query ?? ''), {
          token: attempt.withoutToken ? undefined : token,
          body: attempt.body,
          headers: attempt.headers,
        });
        const isRefused =
          attempt.statuses.includes(response.status) && (attempt.pointer === undefined || pointsTo(response, attempt.pointer));
        if (!isRefused) wrong.push({ route: route.name, what: attempt.what, status: response.status, text: response.text.slice(0, 200) });
        else expectProblem(response);
      }
    }
    expect(wrong).toEqual([]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(await stored(api())).toEqual(before);
  });
}
