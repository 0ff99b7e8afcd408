import { once } from 'node:events';
import { createServer } from 'node:net';
import { freePort, startRedisServer } from '@sync/embedded-services';
import { AppProcess, until, type AppName } from '@sync/test-harness';
import { newEncryptionKeys } from './testing/encryption-keys';
import { ServiceUnderTest } from './testing/service-under-test';

const cleanUps: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
});

/** An operator who mistypes an address should read it, not find it between hundreds of stack traces. */
it('while no Redis listens at REDIS_URL each app says so in one line, and in another when it appears', async () => {
  const port = await freePort();
  let attempts = 0;
  // Refuses like a closed port, but counts.
  const nothing = createServer((socket) => {
    attempts += 1;
    socket.resetAndDestroy();
  });
  nothing.listen(port, '127.0.0.1');
  await once(nothing, 'listening');
  const closed = once(nothing, 'close');
  const close = () => (nothing.close(), closed);
  cleanUps.push(close);
  const environment = { REDIS_URL: `redis://:canary-password@127.0.0.1:${port}`, LOG_LEVEL: 'info' };
  const service = await ServiceUnderTest.start({ environment });
  cleanUps.push(() => service.stop());
  const others = (['export-worker', 'webhook-ingress'] satisfies AppName[]).map((app) => AppProcess.launch(app, service.environment));
  const apps = [service.api, ...(await Promise.all(others))];
  cleanUps.push(() => Promise.all(apps.map((app) => app.stop())));
  const lines = (app: AppProcess) =>
    app.output.split('\n').filter((line) => /redis/i.test(line) && !line.includes('RedisThrottlerStorage'));
  await until(() => apps.every((app) => lines(app).length > 0));
  const before = attempts;
  await until(() => attempts > before + 60);
  for (const app of apps) {
    expect(lines(app)).toEqual([expect.stringContaining('Redis does not respond at REDIS_URL')]);
    expect(lines(app)[0]).toContain(`"host":"127.0.0.1:${port}"`);
    expect(app.output).not.toMatch(/queue error|worker error|canary/);
  }
  await close();
  const redis = await startRedisServer({ port });
  cleanUps.push(async () => redis?.stop());
  await until(() => apps.every((app) => lines(app).some((line) => line.includes('Redis responds again'))));
});

it('a Redis Cluster is refused at the start, in one sentence', async () => {
  const settings = ['--cluster-enabled', 'yes', '--cluster-port', String(await freePort())];
  const cluster = await startRedisServer({ settings });
  cleanUps.push(async () => cluster?.stop());
  const app = await AppProcess.launch('webhook-ingress', {
    DATABASE_URL: 'postgres://127.0.0.1:1/nothing',
    ENCRYPTION_KEYS: newEncryptionKeys(),
    REDIS_URL: cluster?.url ?? '',
  });
  cleanUps.push(() => app.kill());
  expect(await app.exited).toEqual({ code: 1, signal: null });
  const reasons = app.output.split('\n').filter((line) => line.includes('cannot start'));
  expect(reasons).toEqual([expect.stringContaining('"reason":"REDIS_URL leads to a Redis Cluster; use one primary')]);
});
