import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DemoShopA } from '@sync/demo-shops';
import { alignFeedClock } from '@sync/record-store';
import { findRedisServer } from '@sync/embedded-services';
import { migrateDatabase } from '@sync/schema';
import { until } from '@sync/test-harness';
import { Client } from 'pg';
import { FeedReader } from './storm/feed-reader';
import { StormyService } from './storm/stormy-service';
import { settled } from './storm/verdict';
import { initialise, link, type Caller } from './testing/actors';
import { deliveryOf, exchangePatiently, json } from './testing/exchange';
import { PostgresPrograms } from './testing/postgres-programs';

const apps = ['connection-api', 'webhook-ingress', 'export-worker'] as const;

/** As docs/operations/backup.md says. Queues on Redis, if there is one, are older and newer than what is restored. */
describe('a backup', () => {
  const programs = PostgresPrograms.find();
  const folder = mkdtempSync(join(tmpdir(), 'backup-'));
  const [roles, dump] = [join(folder, 'roles.sql'), join(folder, 'service.dump')];
  let service: StormyService;
  let shop: DemoShopA;
  let caller: Caller;
  let connectionId: string;
  let reader: FeedReader;
  /** Comes back with the roles, like the password of the apps. */
  let superuserPassword: string;

  beforeAll(async () => {
    service = await StormyService.start({ onRedis: findRedisServer() !== null, workers: 1, postgresBinaries: programs.server });
    superuserPassword = new URL(service.postgresUrl).password;
    // The cluster has a past, so a fresh one starts far behind its transaction ids.
    await service.rows('do $$ begin for count in 1..5000 loop perform pg_current_xact_id(); commit; end loop; end $$');
    shop = await DemoShopA.start({ customers: 60, products: 10, orders: 60 });
    caller = await initialise(service);
    ({ connectionId } = await link(service, caller, shop));
    reader = new FeedReader(service, caller);
    await until(async () => (await service.rows(`select from sync_runs where status = 'succeeded'`)).length === 3);
    await settled(service);
  });
  afterAll(async () => {
    await service.stop();
    await shop.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const change = async (id: number | undefined, firstName: string) => {
    shop.change('customers', id ?? 0, { first_name: firstName });
    const deliveryUrl = service.webhookUrl(connectionId);
    const webhook = shop.webhooks.request({ deliveryUrl }, 'customer.updated', id ?? 0);
    expect((await exchangePatiently(deliveryUrl, deliveryOf(webhook))).text).toBe('{"status":"accepted"}');
  };
  const nameOf = async (id: number | undefined) => {
    const rows = await service.rows<{ first_name: string }>('select first_name from customers where source_id = $1', [String(id)]);
    return rows[0]?.first_name;
  };
  const restore = async (url: string) => {
    // Roles first: the dump refers to them. The superuser is there already, which psql reports and passes over.
    await programs.run('psql', ['--quiet', '--file', roles, url]);
    const restored = new URL(url);
    restored.password = superuserPassword;
    await programs.run('pg_restore', ['--exit-on-error', '--dbname', restored.href, dump]);
    expect(await migrateDatabase(restored.href)).toEqual([]);
    const client = new Client({ connectionString: restored.href });
    await client.connect();
    expect(await alignFeedClock(client)).toEqual({ moved: true });
    await client.end();
  };

  it('restored into a fresh cluster with the same keys: accepted work ends, cursors stay right, later changes come back', async () => {
    const [pending, lost, later] = shop.ids('customers');
    expect(await reader.readOn()).toBe(true);
    // Accepted, and not yet processed when the backup is made.
    await service.apps.retire('export-worker');
    await change(pending, 'Before the backup');
    await programs.run('pg_dumpall', ['--roles-only', '--file', roles, '--dbname', service.postgresUrl]);
    await programs.run('pg_dump', ['--format=custom', '--file', dump, service.postgresUrl]);
    // A caller reads changes that the backup lacks, so its cursor is ahead of it.
    await service.apps.launch('export-worker');
    await change(lost, 'After the backup');
    await until(async () => (await nameOf(lost)) === 'After the backup');
    await settled(service);
    expect(await reader.readOn()).toBe(true);

    for (const app of apps) await service.apps.retire(app);
    await service.replacePostgres(restore, programs.server);
    for (const app of apps) await service.apps.launch(app);

    await until(async () => (await nameOf(pending)) === 'Before the backup');
    expect(await nameOf(lost)).not.toBe('After the backup');
    const path = `/api/system-connections/${connectionId}/syncs`;
    const requested = await service.ask('POST', path, { token: caller.token, body: {} });
    expect([requested.status, json<{ data: unknown[] }>(requested).data.length]).toEqual([202, 3]);
    await change(later, 'After the restore');
    await settled(service);
    expect(await service.rows(`select name, last_error from tasks where state <> 'done'`)).toEqual([]);
    expect(await service.rows(`select from sync_runs where status = 'succeeded'`)).toHaveLength(6);
    expect([await nameOf(lost), await nameOf(later)]).toEqual(['After the backup', 'After the restore']);
    expect(await reader.wrongs()).toEqual([]);
  });
});
