import { createHash } from 'node:crypto';
import { problemKinds } from '@sync/service-runtime';
import { onRedisQueues, ServerGate } from '@sync/test-harness';
import { startHandshake } from './testing/actors';
import { databaseText } from './testing/database-text';
import { newEncryptionKeys } from './testing/encryption-keys';
import { RedisWatch } from './testing/redis-watch';
import { SecretForms } from './testing/secret-forms';
import { SecretJourney, tokensOf } from './testing/secret-journey';
import { failingWebhooks, goodWebhooks, refusedWebhooks } from './testing/secret-webhooks';
import { ServiceUnderTest } from './testing/service-under-test';
import { TelemetryWatch } from './testing/telemetry-watch';

/** No request triggers these: every Accept gets JSON, and overlong addresses exceed the header limit first. */
const unreachable = ['not-acceptable', 'uri-too-long'];
/** Only the admin API has these. It has canaries of its own (admin-api.system-spec.ts). */
const ofAdministrators = ['password-change-required', 'sign-in-refused', 'totp-required'];

/** Plants recognisable secrets in every flow and looks for them everywhere. */
onRedisQueues(() => {
  let service: ServiceUnderTest;
  let gate: ServerGate;
  let redis: RedisWatch;
  let journey: SecretJourney;
  let forms: SecretForms;
  let ended: Record<string, number> = {};
  let failing = 0;
  const databases: string[] = [];
  const dumps: string[] = [];
  let telemetry: TelemetryWatch;
  let scrapes: string[] = [];

  const lookAround = async () => {
    databases.push(await databaseText(service));
    dumps.push(await redis.dump());
  };

  beforeAll(async () => {
    redis = await RedisWatch.start();
    telemetry = await TelemetryWatch.start();
    const encryptionKeys = newEncryptionKeys();
    const environment = {
      METRICS_PORT: '0',
      OTEL_EXPORTER_OTLP_ENDPOINT: telemetry.url,
      OTEL_BSP_SCHEDULE_DELAY: '100',
      ENCRYPTION_KEYS: encryptionKeys,
      LOG_LEVEL: 'trace',
      REGISTER_RATE_LIMIT_PER_MINUTE: '50',
      OUTAGE_TOLERANCE_SECONDS: '2',
      REDIS_URL: redis.url,
    };
    const way = async (own: string) => ({ DATABASE_URL: (gate = await ServerGate.open(own)).url });
    service = await ServiceUnderTest.start({ environment, way });
    journey = new SecretJourney(service, gate);
    const key = encryptionKeys.split(':')[1] ?? '';
    journey.know('encryption key', key.replace(/=$/, ''));
    journey.know('bytes of the encryption key as hex', Buffer.from(key, 'base64').toString('hex'));
    journey.know('database password', decodeURIComponent(new URL(service.database.url).password));
    journey.know('Redis password', redis.password);

    const { callers, shops } = await journey.handshakes();
    await lookAround();
    await journey.failedVerifications(callers[0]!, shops[2]!);
    await service.startWorker();
    await journey.syncsEnded();
    await lookAround();
    const [shop] = shops;
    const [linked] = await service.rows<{ connectionId: string }>(
      `select id as "connectionId" from system_connections where base_url = $1 and status = 'active'`,
      [shop?.url],
    );
    const ingress = await service.startIngress();
    const target = { service, ingress, shop: shop!, connectionId: linked!.connectionId, plant: (of: string) => journey.plant(of) };
    callers[0] = await journey.management(callers[0]!, shop!, linked!.connectionId);
    await journey.syncsEnded();
    await goodWebhooks(target);
    failing = await failingWebhooks(target);
    await refusedWebhooks(target, gate);
    await journey.syncsEnded();
    await lookAround();
    await journey.failingSyncs(callers, shops);
    await lookAround();
    ended = await journey.syncsEnded();
    await journey.comingsAndGoings(shops[0]!);
    await journey.syncsEnded();
    await journey.refusals(callers[0]!, (await startHandshake(service, callers[0]!)).connectionId);
    await journey.breakdowns();
    await lookAround();
    const metricsUrls = [...service.output.matchAll(/"msg":"serving metrics","url":"([^"]+)"/g)].map(([, url]) => url ?? '');
    scrapes = await Promise.all(metricsUrls.map(async (url) => (await fetch(url)).text()));
    for (const token of journey.tokens()) journey.know(token.name, token.value);
    forms = new SecretForms(journey.secrets);
  }, 480_000);
  afterAll(async () => {
    await service.stop();
    await gate.cut();
    await journey.end();
    await redis.stop();
    await telemetry.stop();
  });

  it('covers successful and failed syncs and every problem type', () => {
    expect(ended).toMatchObject({ succeeded: 9, failed: 6 });
    const kinds = service.responses.flatMap(({ response }) => /"type":"\/problems\/([a-z-]+)"/.exec(response.text)?.[1] ?? []);
    expect([...new Set(kinds)].sort()).toEqual(
      Object.keys(problemKinds)
        .filter((kind) => ![...unreachable, ...ofAdministrators].includes(kind))
        .sort(),
    );
    expect(journey.secrets.length).toBeGreaterThan(50);
  });

  it('no response contains a credential, and a token appears only in the response that issues it', () => {
    const leaks = service.responses.flatMap(({ requested, response }) => {
      const handedOut = tokensOf(response).map(({ value }) => value);
      const shown = `${response.headers.map((pair) => pair.join(': ')).join('\n')}\n${response.text}`;
      return forms.foundIn(shown, handedOut).map((leak) => `${requested.split('?')[0] ?? ''} ${response.status}: ${leak}`);
    });
    expect(leaks).toEqual([]);
  });

  it('no secret is in the output of any process at LOG_LEVEL=trace', () => {
    expect(forms.foundIn(service.output)).toEqual([]);
    const logged = ['"msg":"request"', '"msg":"credentials not verified"', '"msg":"connection moved to error"', '"msg":"internal-error"'];
    expect(logged.filter((words) => !service.output.includes(words))).toEqual([]);
  });

  it('credentials are encrypted at rest, and no secret is in any table of any schema', async () => {
    for (const text of databases) expect(forms.foundIn(text)).toEqual([]);
    expect(databases.some((text) => text.includes('queues.'))).toBe(true);
    const sealed = await service.rows<{ credentials: string }>('select credentials from system_connections where credentials is not null');
    expect(sealed.length).toBeGreaterThanOrEqual(3);
    // Bodies are excluded above: they are the shop's records, kept while they may be processed again.
    const kept = `select distinct state from tasks where body is not null`;
    expect(await service.rows(kept)).toEqual([{ state: 'failed' }]);
    for (const { credentials } of sealed) expect(credentials).toMatch(/^v1\.e2e\.[\w-]+\.[\w-]+\.[\w-]{22}$/);
  });

  it('stores only the SHA-256 hash of a token', async () => {
    const rows = await service.rows<{ hash: string }>(
      `select encode(token_hash, 'hex') as hash from access_tokens union all select encode(token_hash, 'hex') from connection_tokens`,
    );
    const hashes = journey.tokens().map(({ value }) => createHash('sha256').update(value).digest('hex'));
    expect(rows.filter(({ hash }) => !hashes.includes(hash))).toEqual([]);
    expect(rows.length).toBeGreaterThanOrEqual(6);
  });

  it('failed tasks contain no secret and give a readable reason', async () => {
    const failed = await service.rows<{ last_error: string; record: string }>(
      `select last_error, (to_jsonb(tasks) - 'body')::text as record from tasks where state = 'failed' and name = 'process-webhook'`,
    );
    expect(failed).toHaveLength(failing);
    for (const { last_error, record } of failed) {
      expect(last_error).toMatch(/^[A-Z][\w\s'.,:;()-]{10,200}$/);
      expect(forms.foundIn(record)).toEqual([]);
    }
  });

  it('queues only ring: no secret is in Redis or in any command sent to it', () => {
    for (const text of [...dumps, redis.commands]) expect(forms.foundIn(text)).toEqual([]);
    expect(redis.commands).toContain('bull:webhooks:ring');
  });

  it('a trace leads from a request through its tasks to the database and the shop, and from a webhook to its effect', () => {
    const sync = ['derive-sync-rules', 'plan-sync-run', 'fetch-page-range', 'finish-sync-run'].map((task) => `task ${task}`);
    expect(telemetry.hasTraceOf('POST /api/system-connections/connect', ...sync, 'shop request', 'postgres with')).toBe(true);
    expect(telemetry.hasTraceOf('POST /api/webhooks/:connection', 'task process-webhook', 'postgres with')).toBe(true);
    expect(new Set(telemetry.spans.map(({ app }) => app))).toEqual(new Set(['connection-api', 'export-worker', 'webhook-ingress']));
  });

  it('no secret, personal data, address or id is in any span or metric, and metrics stay few', async () => {
    const people = await service.rows<{ text: string }>(
      `select unnest(array[email, first_name, last_name, phone]) as text from customers union select base_url from system_connections`,
    );
    const texts = people.map(({ text }) => text).filter((text) => text !== null && text.length > 5);
    expect(texts.length).toBeGreaterThan(20);
    expect(scrapes).toHaveLength(3);
    for (const text of [telemetry.received.join('\n'), ...scrapes]) {
      expect(forms.foundIn(text)).toEqual([]);
      expect(texts.filter((personal) => text.includes(personal))).toEqual([]);
      expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|\?|@/);
    }
    for (const scrape of scrapes) expect(scrape.split('\n').filter((line) => line.startsWith('sync_')).length).toBeLessThan(1_000);
  });

  it('no secret is in the arguments of a process', () => {
    expect(forms.foundIn(service.api.child.spawnargs.join(' '))).toEqual([]);
  });
});
