import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tellOfLinkLater } from '@sync/connections';
import { lockConnection, moveConnection, replaceNotificationAddresses } from '@sync/domain';
import { DurableWork, TaskQueues } from '@sync/durable-work';
import { createTestDatabase, until, type AppProcess, type TestDatabase } from '@sync/test-harness';
import { linkShop, testKeys } from '../testing/linked-shop';
import { MailServer } from '../testing/mail-server';
import { startWorker } from '../testing/worker-process';

const password = 'canary-password';
const address = 'canary-address@company.example';

let folder: string;
let database: TestDatabase;
let queues: TaskQueues;
let server: MailServer;
let worker: AppProcess;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mail-'));
  const form = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-noenc',
    '-subj',
    '/CN=mail',
    '-addext',
    'subjectAltName=IP:127.0.0.1',
  ];
  execFileSync('openssl', ['req', '-x509', ...form, '-keyout', join(folder, 'key'), '-out', join(folder, 'cert')], { stdio: 'ignore' });
  database = await createTestDatabase();
  queues = TaskQueues.open({ databaseUrl: database.url });
  await queues.waitUntilReady();
});
afterAll(async () => {
  await queues.close();
  await database.stop();
  rmSync(folder, { recursive: true });
});
afterEach(async () => {
  await worker.stop();
  await server.stop();
});

/** The worker's half a minute is over at once. */
async function breakLink(): Promise<void> {
  const { connectionId, tenantId } = await linkShop(database.dataSource, { url: 'https://shop.example', credentials: {} });
  await database.dataSource.transaction((manager) => replaceNotificationAddresses(manager, tenantId, [address]));
  await new DurableWork(queues, database.dataSource).transaction(async (manager, enqueue) => {
    const connection = await lockConnection(manager, connectionId);
    if (!connection) throw new Error('The connection is gone');
    await moveConnection(manager, connection, { trigger: 'breaker opened', actor: 'breaker' });
    await tellOfLinkLater(manager, enqueue, connection);
  });
  await database.dataSource.query(`update tasks set not_before = now() where name = 'tell-of-link'`);
}

const start = (scheme: string, environment: Record<string, string> = {}) =>
  startWorker({
    databaseUrl: database.url,
    encryptionKeys: testKeys,
    environment: {
      MAIL_FROM: 'sync@service.example',
      SMTP_URL: `${scheme}://canary-user:${password}@127.0.0.1:${server.port}`,
      LOG_LEVEL: 'trace',
      ...environment,
    },
  });

const errors = () =>
  database.dataSource.query<{ error: string }[]>(
    `select last_error as error from tasks where name = 'tell-of-link' and state = 'pending' and last_error is not null`,
  );
const tls = () => ({ key: readFileSync(join(folder, 'key'), 'utf8'), cert: readFileSync(join(folder, 'cert'), 'utf8') });

it('a worker sends mails over verified TLS, and neither password nor address is in its logs', async () => {
  server = await MailServer.start({ tls: tls() });
  worker = await start('smtp', { NODE_EXTRA_CA_CERTS: join(folder, 'cert') });
  await breakLink();
  await until(() => Promise.resolve(server.mails.length > 0));
  expect(server.mails).toMatchObject([{ recipient: address }]);
  expect(server.logins).toEqual([`canary-user:${password}`]);
  await worker.stop();
  expect(worker.output).toContain('tell-of-link');
  expect(worker.output).not.toMatch(/canary|smtp:/);
});

it.each<[string, () => Promise<MailServer>]>([
  ['whose certificate no authority signed', () => MailServer.start({ tls: tls() })],
  ['without TLS', () => MailServer.start({ takesPlainLogins: true })],
])('a mail server %s gets neither password nor mail, and the task waits', async (_, started) => {
  await database.dataSource.query('delete from tasks');
  server = await started();
  worker = await start('smtp');
  await breakLink();
  await until(async () => (await errors()).length > 0);
  expect((await errors())[0]?.error).toMatch(/^The mail server takes no mails now \(E\w+(, \d+)?\)\.$/);
  expect([server.mails, server.logins]).toEqual([[], []]);
  expect(server.sessions).toBeGreaterThan(0);
  await worker.stop();
  expect(worker.output).not.toMatch(/canary|smtp:/);
});
