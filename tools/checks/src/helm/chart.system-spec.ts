import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { chart, lint, render, template, type Manifest } from './rendered-chart';
import { schemaProblems } from './schema-problems';

const root = join(__dirname, '../../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const apps = ['admin-api', 'connection-api', 'export-worker', 'webhook-ingress'];
const everything = 'everything-values.yaml';

const manifests = render(everything);
const ofKind = (kind: string, among: readonly Manifest[] = manifests) => among.filter((manifest) => manifest.kind === kind);
const namesOf = (kind: string, among?: readonly Manifest[]) =>
  ofKind(kind, among).map(({ metadata }) => metadata.name.replace('sync-', ''));
const pods = manifests.flatMap(({ kind, metadata, spec }) => (spec.template ? [{ kind, name: metadata.name, ...spec.template.spec }] : []));
const containers = pods.flatMap((pod) => pod.containers.map((container) => ({ pod: pod.name, ...container })));

describe('the chart', () => {
  it('passes helm lint and the schemas of Kubernetes and KEDA, with everything on or off, also on the oldest version', () => {
    const examples = [everything, 'least-values.yaml'];
    for (const values of examples) expect(lint(values)).toMatchObject({ isGood: true });
    expect(schemaProblems(examples.flatMap((values) => [...render(values), ...render(values, '--kube-version', '1.27.0')]))).toEqual([]);
  });

  it('would not pass those schemas with a field or a value that they do not know', () => {
    const mistakes = [
      ['Deployment', 'securityContext', 'securityContexts'],
      ['ScaledObject', 'pollingInterval', 'pollInterval'],
      ['NetworkPolicy', 'podSelector', 'podSelectors'],
      ['Service', 'labels', 'label'],
      ['PodDisruptionBudget', '"maxUnavailable":1', '"maxUnavailable":true'],
    ] as const;
    const mistaken = mistakes.map(([kind, right, wrong]) => JSON.parse(JSON.stringify(ofKind(kind)[0]).replace(right, wrong)) as Manifest);
    expect(schemaProblems(mistaken)).toEqual([
      expect.stringMatching(/^Deployment .* '"securityContexts"' does not exist/),
      expect.stringMatching(/^ScaledObject .* '"pollInterval"' does not exist/),
      expect.stringMatching(/^NetworkPolicy .* '"podSelectors"' does not exist/),
      expect.stringMatching(/^Service .* '"label"' does not exist/),
      expect.stringMatching(/^PodDisruptionBudget .* is not assignable/),
    ]);
  });

  it('has the version of the release', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    expect(read(`${chart}/Chart.yaml`)).toContain(`\nversion: ${version}\nappVersion: ${version}\n`);
  });

  it.each([
    ['a secret among the settings', 'settings.DATABASE_URL=postgres://sync:canary@db/sync'],
    ['a secret in place of its reference', 'secrets.REDIS_URL=redis://:canary@redis'],
    ['an unknown value', 'apps.export-worker.replica=3'],
    ['no worker at all, because every timer runs in one', 'apps.export-worker.replicas.min=0'],
    ['an image that may change', 'image.tag=latest'],
    ['no host name', 'gateway.serverNames=null'],
  ])('refuses %s', (_, value) => {
    expect(template(everything, '--set', value)).toMatchObject({
      isGood: false,
      stderr: expect.stringContaining("don't meet the specifications"),
    });
  });
});

it('the settings of the chart may hold no variable that carries a secret', () => {
  const variables = [...read('docs/operations/configuration.md').matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name = '']) => name);
  const secrets = variables.filter((name) => /_(URL|KEYS|SECRET)$/.test(name) && name !== 'ADMIN_OIDC_REDIRECT_URL');
  const { $defs } = JSON.parse(read(`${chart}/values.schema.json`)) as {
    $defs: { settings: { propertyNames: { not: { enum: string[] } } } };
  };
  expect(secrets).toContain('ENCRYPTION_KEYS');
  expect($defs.settings.propertyNames.not.enum).toEqual(expect.arrayContaining(secrets));
});

describe('a deployment by the chart', () => {
  it('runs each app, with probes, a disruption budget and a way to scale', () => {
    expect(namesOf('Deployment')).toEqual(expect.arrayContaining([...apps, 'gateway', 'static-files']));
    expect(namesOf('PodDisruptionBudget').sort()).toEqual([...apps, 'gateway', 'static-files'].sort());
    expect(namesOf('HorizontalPodAutoscaler').sort()).toEqual(['admin-api', 'connection-api', 'webhook-ingress']);
    expect(namesOf('ScaledObject')).toEqual(['export-worker']);
    const served = containers.filter(({ name }) => !['operations', 'migrate'].includes(name));
    for (const { livenessProbe, readinessProbe, startupProbe } of served) {
      expect([livenessProbe?.httpGet.path, readinessProbe?.httpGet.path]).toEqual(['/health/live', '/health/ready']);
      expect(startupProbe).toBeDefined();
    }
    expect(
      ofKind('Deployment')
        .filter(({ spec }) => spec.replicas === undefined)
        .map(({ metadata }) => metadata.name.replace('sync-', '')),
    ).toEqual(apps);
  });

  it('gives a pod no right that it does not need', () => {
    for (const pod of pods) {
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      expect(pod.securityContext.runAsUser).toBeGreaterThan(0);
    }
    for (const { image, securityContext, resources } of containers) {
      expect(image).toMatch(/^connection-sync\/[a-z-]+:0\.1\.0$/);
      expect(securityContext).toEqual({ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } });
      expect(resources).toMatchObject({
        requests: { cpu: expect.anything(), memory: expect.anything() },
        limits: { memory: expect.anything() },
      });
    }
  });

  it('requires a second factor of super administrators, unless an operator says otherwise', () => {
    const required = (more: readonly string[] = []) =>
      ofKind('Deployment', render('least-values.yaml', ...more))
        .flatMap(({ spec }) => spec.template?.spec.containers ?? [])
        .filter(({ name }) => name === 'admin-api')
        .flatMap(({ env = [] }) => env.filter(({ name }) => name === 'ADMIN_REQUIRE_TOTP').map(({ value }) => value));
    expect(required()).toEqual(['1']);
    expect(required(['--set', 'apps.admin-api.settings.ADMIN_OIDC_ISSUER=https://login.example'])).toEqual(['1']);
    expect(required(['--set', 'apps.admin-api.settings.ADMIN_REQUIRE_TOTP=0'])).toEqual(['0']);
  });

  it('passes secrets by reference only, and settings that their app knows', () => {
    const page = read('docs/operations/configuration.md');
    for (const { name, env = [] } of containers.filter((container) => apps.includes(container.name))) {
      const names = env.map((variable) => variable.name);
      expect(new Set(names).size).toBe(names.length);
      const byReference = env.filter(({ valueFrom }) => valueFrom !== undefined).map((variable) => variable.name);
      expect(byReference).toEqual(expect.arrayContaining(['DATABASE_URL', 'DATABASE_DIRECT_URL', 'ENCRYPTION_KEYS', 'REDIS_URL']));
      expect(byReference.includes('ADMIN_OIDC_CLIENT_SECRET')).toBe(name === 'admin-api');
      expect(byReference.includes('SMTP_URL')).toBe(name === 'export-worker');
      expect(names.filter((variable) => variable !== 'METRICS_PORT' && !page.includes(`| \`${variable}\` `))).toEqual([]);
    }
    expect(ofKind('Secret')).toEqual([]);
  });

  it('signs each app in to Postgres by its own login, and the operators by that of the migration', () => {
    const keysOf = (variable: string) =>
      Object.fromEntries(
        containers.flatMap(({ name, env = [] }) =>
          env.filter((given) => given.name === variable).map(({ valueFrom }) => [name, valueFrom?.secretKeyRef?.key]),
        ),
      );
    expect(keysOf('DATABASE_URL')).toEqual({
      'connection-api': 'database-url',
      'export-worker': 'database-url',
      'webhook-ingress': 'ingress-database-url',
      'admin-api': 'admin-database-url',
      migrate: 'owner-database-url',
      operations: 'owner-database-url',
    });
    expect(keysOf('DATABASE_DIRECT_URL')).not.toHaveProperty('operations');
  });

  it('gives the gateway settings that it knows, full names, because nginx reads no search domains, and a process per core of its limit', () => {
    const { env = [] } = containers.find(({ name }) => name === 'gateway') ?? {};
    const known = read('docker/gateway/settings.envsh');
    expect(env.filter(({ name }) => !known.includes(`\${${name}:`))).toEqual([]);
    expect(env).toContainEqual({ name: 'GATEWAY_WORKER_PROCESSES', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } });
    const upstreams = env.filter(({ value }) => value?.includes('.svc.')).map(({ name, value }) => `${name}=${value}`);
    expect(upstreams.sort()).toEqual([
      'GATEWAY_ADMIN_API=sync-admin-api.shops.svc.cluster.local:3003',
      'GATEWAY_CONNECTION_API=sync-connection-api.shops.svc.cluster.local:3001',
      'GATEWAY_STATIC_FILES=sync-static-files.shops.svc.cluster.local:8080',
      'GATEWAY_WEBHOOK_INGRESS=sync-webhook-ingress.shops.svc.cluster.local:3002',
    ]);
  });

  it('migrates before each installation and upgrade, as the owner of the schema', () => {
    const [job] = ofKind('Job') as [Manifest];
    expect(job.metadata.annotations).toMatchObject({ 'helm.sh/hook': 'pre-install,pre-upgrade' });
    const owner = { name: 'DATABASE_URL', valueFrom: { secretKeyRef: { name: 'connection-sync', key: 'owner-database-url' } } };
    expect(job.spec.template?.spec.containers).toMatchObject([{ args: ['migrate'], env: [owner] }]);
  });

  it('lets nothing reach an app but the gateway, and no pod more than it needs', () => {
    const policies = new Map(ofKind('NetworkPolicy').map(({ metadata, spec }) => [metadata.name.replace('sync-', ''), spec]));
    const everyPod = { 'app.kubernetes.io/name': 'connection-sync', 'app.kubernetes.io/instance': 'sync' };
    expect(policies.get('default')).toMatchObject({ policyTypes: ['Ingress', 'Egress'], podSelector: { matchLabels: everyPod } });
    const gateway = { podSelector: { matchLabels: { ...everyPod, 'app.kubernetes.io/component': 'gateway' } } };
    for (const app of ['admin-api', 'connection-api', 'webhook-ingress'])
      expect(policies.get(app)?.ingress).toMatchObject([{ from: [gateway] }]);
    expect(policies.get('export-worker')?.ingress).toBeUndefined();
    const callsShops = [...policies].filter(([, spec]) => JSON.stringify(spec).includes('0.0.0.0/0')).map(([name]) => name);
    expect(callsShops.sort()).toEqual(['admin-api', 'connection-api', 'export-worker', 'operations']);
  });
});

/** Ends a transaction without a trace and carries what it read. */
class RolledBack extends Error {
  constructor(readonly value: number) {
    super(`read ${value}`);
  }
}

describe('the queries that scale the workers', () => {
  let database: TestDatabase;
  const sql = <T>(text: string) => database.dataSource.query<T[]>(text);
  const query = (name: string) => read(`${chart}/files/${name}.sql`);
  const valueOf = async (name: string) => Number(Object.values((await sql<Record<string, unknown>>(query(name)))[0] ?? {})[0]);
  const insert = (count: number, state: string, notBefore: string, held = false) =>
    sql(`insert into tasks (id, queue, name, payload, state, max_attempts, not_before, held)
      select gen_random_uuid(), 'bulk-sync', 'plan-sync-run', '{}', '${state}', 5, ${notBefore}, ${held} from generate_series(1, ${count})`);

  beforeAll(async () => {
    database = await createTestDatabase();
    await insert(20_000, 'done', 'now()');
  });
  afterAll(() => database.stop());

  it('count the tasks that are due or run, and the age of the oldest; without work both are 0', async () => {
    expect([await valueOf('worker-tasks'), await valueOf('worker-age')]).toEqual([0, 0]);
    await insert(3, 'pending', `now() - interval '40 seconds'`);
    await insert(2, 'pending', `now() + interval '8 seconds'`, true);
    await insert(4, 'pending', `now() + interval '1 hour'`);
    await insert(5, 'failed', 'now()');
    expect(await valueOf('worker-tasks')).toBe(5);
    const age = await valueOf('worker-age');
    expect(age).toBeGreaterThanOrEqual(40);
    expect(age).toBeLessThan(100);
  });

  it('leave out tasks that wait for their shops: another worker would not help them', async () => {
    await sql(
      `insert into shop_hosts (host, max_in_flight, claimed_at) values ('https://busy.example', 2, now()), ('https://silent.example', 2, now())`,
    );
    await sql(`update shop_hosts set wait_until = now() + interval '1 hour' where host = 'https://silent.example'`);
    const [tasks, age] = [await valueOf('worker-tasks'), await valueOf('worker-age')];
    const atShop = (host: string, count: number, held: boolean) =>
      sql(`insert into tasks (id, queue, name, payload, state, max_attempts, not_before, held, shop_host)
        select gen_random_uuid(), 'page-ranges', 'fetch-page-range', '{}', 'pending', 5, now() + ${held ? 8 : -7_200} * interval '1 s', ${held}, '${host}'
        from generate_series(1, ${count})`);
    await atShop('https://busy.example', 50, false);
    await atShop('https://silent.example', 50, false);
    expect(await valueOf('worker-tasks')).toBe(tasks + 2);
    expect(await valueOf('worker-age')).toBeLessThan(age + 60);
    await atShop('https://busy.example', 2, true);
    expect(await valueOf('worker-tasks')).toBe(tasks + 2);
    await sql(`delete from tasks where queue = 'page-ranges'`);
  });

  it('need only the role that docs/operations/kubernetes.md makes, and it sees no more than they need', async () => {
    const [, role = ''] = /```sql\n([^`]+)```/.exec(read('docs/operations/kubernetes.md')) ?? [];
    const asRole = (text: string) =>
      database.dataSource.transaction(async (manager) => {
        await manager.query(role);
        await manager.query('set local role sync_scaling');
        const counted = (await manager.query<{ value: string }[]>(text))[0]?.value;
        // The role belongs to the whole server, and other tests run on it.
        throw new RolledBack(Number(counted));
      });
    await expect(asRole(`select (${query('worker-tasks')}) as value`)).rejects.toEqual(new RolledBack(5));
    await expect(asRole('select count(payload) as value from tasks')).rejects.toThrow('permission denied');
    await expect(asRole('select count(*) as value from system_connections')).rejects.toThrow('permission denied');
  });

  it.each(['worker-tasks', 'worker-age'])('%s reads indexes only, however many tasks are done', async (name) => {
    await sql('vacuum analyze tasks');
    const plan = (await sql<{ 'QUERY PLAN': string }>(`explain ${query(name)}`)).map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index Only Scan using (pending|held)_tasks/);
    expect(plan.match(/ Scan (using \w+ )?on tasks/g)?.length).toBe(plan.match(/Index Only Scan using \w+ on tasks/g)?.length);
  });
});
