import { tellOfLinkLater } from '@sync/connections';
import { DemoShopA } from '@sync/demo-shops';
import { lockConnection, moveConnection, replaceNotificationAddresses, type MoveTrigger } from '@sync/domain';
import { DurableWork } from '@sync/durable-work';
import { FailingGate } from '../testing/failing-gate';
import { linkShop, requestSync, type LinkedShop } from '../testing/linked-shop';
import { MailServer } from '../testing/mail-server';
import { SimulatedWorker } from '../testing/simulated-worker';
import { Mailer, smtpServerOf } from './mailer';

const broken = 'the link to the shop is broken';
const works = 'the link to the shop works again';
const [first, second] = ['First@company.example', 'second@company.example'] as const;

let worker: SimulatedWorker;
let server: MailServer;
let mailer: Mailer;
let linked: LinkedShop;

beforeAll(async () => {
  worker = await SimulatedWorker.start();
});
beforeEach(async () => {
  server = await MailServer.start();
  mailer = new Mailer(smtpServerOf(`smtp://127.0.0.1:${server.port}`), 'sync@service.example');
  worker.mailer = mailer;
  worker.restart();
  linked = await linkShop(worker.database.dataSource, { url: 'https://shop.example/teas', credentials: {} });
  await name(first, second);
});
afterEach(async () => {
  mailer.close();
  await server.stop();
  await worker.sql('delete from tasks');
});
afterAll(() => worker.stop());

const name = (...addresses: string[]) =>
  worker.database.dataSource.transaction((manager) => replaceNotificationAddresses(manager, linked.tenantId, addresses));

/** As the use cases move a connection. */
const move = (trigger: MoveTrigger, because?: { code: string; message: string }) =>
  new DurableWork(worker.queues, worker.database.dataSource).transaction(async (manager, enqueue) => {
    const connection = await lockConnection(manager, linked.connectionId);
    if (!connection) throw new Error('The connection is gone');
    await moveConnection(manager, connection, { trigger, actor: 'schedule', because });
    await tellOfLinkLater(manager, enqueue, connection);
  });
const breakLink = () => move('breaker opened', { code: 'shop_unreachable', message: 'The shop does not respond. Reconnect it.' });
const heal = () => move('reconnection');

const tasks = () =>
  worker.sql<{ state: string; last_error: string | null }>(`select state, last_error from tasks where name = 'tell-of-link' order by id`);

it('a shop that fails for too long: each address gets one mail within a minute of the break, and one when the link heals', async () => {
  const shop = await DemoShopA.start({ customers: 1, products: 1, orders: 1 });
  const gate = await FailingGate.before(shop);
  linked = await linkShop(worker.database.dataSource, gate);
  await name(first, second);
  gate.fail('500');
  await requestSync(worker.database.dataSource, worker.queues, linked, ['orders']);
  let brokenAt: number | undefined;
  let toldAt: number | undefined;
  await worker.work(1_800, async () => {
    const [row] = await worker.sql<{ status: string }>('select status from system_connections where id = $1', [linked.connectionId]);
    if (row?.status === 'error') brokenAt ??= worker.seconds;
    if (server.mails.length === 2) toldAt ??= worker.seconds;
  });
  expect(server.told).toEqual([`${first} ${broken}`, `${second} ${broken}`]);
  expect((toldAt ?? Infinity) - (brokenAt ?? 0)).toBeLessThanOrEqual(60);
  await heal();
  await worker.work(60);
  expect(server.told.slice(2)).toEqual([`${first} ${works}`, `${second} ${works}`]);
  await worker.work(3_600);
  expect(server.mails).toHaveLength(4);
  await gate.stop();
  await shop.stop();
});

it('says which shop, since when, why, what to do, and where the address was named; a copy has the same Message-ID', async () => {
  await breakLink();
  await worker.work(60);
  const [mail, other] = server.mails;
  expect(mail).toMatchObject({
    subject: expect.stringMatching(/^\S.*: the link to the shop is broken$/) as string,
    from: { text: 'sync@service.example' },
    to: { text: first },
    html: false,
    messageId: other?.messageId,
  });
  for (const said of [
    /https:\/\/shop\.example\/teas/,
    /since \d+ \w+ \d{4} at \d\d:\d\d UTC/,
    /does not respond\. Reconnect it\./,
    /notification-addresses/,
  ])
    expect(mail?.text).toMatch(said);
  expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
  expect(mail?.messageId).toMatch(/^<[0-9a-f-]{36}@service\.example>$/);
  expect(mail?.raw).not.toContain(linked.tenantId);
});

it.each([
  ['breaks and heals', () => breakLink().then(heal)],
  [
    'heals and breaks',
    () =>
      breakLink()
        .then(() => worker.work(60))
        .then(heal)
        .then(breakLink),
  ],
])('a link that %s within half a minute is no news', async (_, flap) => {
  await flap();
  const before = server.mails.length;
  await worker.work(120);
  expect(server.mails).toHaveLength(before);
});

it('no mail goes out where no address was named, and an owner who disconnects a broken shop hears of it once it works', async () => {
  await name();
  await breakLink();
  expect(await tasks()).toEqual([]);
  await heal();
  await name(first);
  await breakLink();
  await worker.work(60);
  await move('disconnection');
  await worker.work(60);
  expect(server.told).toEqual([`${first} ${broken}`]);
  await heal();
  await worker.work(60);
  expect(server.told).toEqual([`${first} ${broken}`, `${first} ${works}`]);
});

it('a newer connection that replaces the broken one heals the link', async () => {
  await breakLink();
  await worker.work(60);
  await move('retired by reconnect');
  await worker.work(60);
  expect(server.told.slice(2)).toEqual([`${first} ${works}`, `${second} ${works}`]);
});

it('an attempt that ends between a mail and its record repeats that mail only', async () => {
  server.onTaken = async ({ recipient }) => {
    if (recipient !== second) return;
    server.onTaken = () => Promise.resolve();
    await worker.sql('alter table told_breaks rename to hidden_breaks');
  };
  await breakLink();
  const restore = async () => {
    if (server.mails.length === 2) await worker.sql('alter table if exists hidden_breaks rename to told_breaks');
  };
  await worker.work(120, restore);
  expect(server.told).toEqual([`${first} ${broken}`, `${second} ${broken}`, `${second} ${broken}`]);
  expect(await tasks()).toMatchObject([{ state: 'done' }]);
});

it('while the mail server is down the task waits, and the mails go out once it is back', async () => {
  const { port } = server;
  await server.stop();
  await breakLink();
  await worker.work(1_200);
  expect(await tasks()).toMatchObject([
    { state: 'pending', last_error: expect.stringMatching(/^The mail server takes no mails now \(E\w+\)\.$/) as string },
  ]);
  server = await MailServer.start({ port });
  await worker.work(120);
  expect(server.told).toEqual([`${first} ${broken}`, `${second} ${broken}`]);
});

it('a link that changed several times while the mail server was away is one mail to each address', async () => {
  const { port } = server;
  await server.stop();
  for (const change of [breakLink, heal, breakLink, heal, breakLink]) {
    await change();
    await worker.work(40);
  }
  server = await MailServer.start({ port });
  await worker.sql(`update tasks set state = 'pending', held = false, not_before = now(), finished_at = null`);
  await worker.work(120);
  expect(server.told.sort()).toEqual([`${first} ${broken}`, `${second} ${broken}`]);
});

it('a recipient that is refused for a while gets its mail later, the others at once', async () => {
  server.refused.set(first, 451);
  await breakLink();
  await worker.work(60);
  expect(server.told).toEqual([`${second} ${broken}`]);
  server.refused.clear();
  await worker.work(120);
  expect(server.told.slice(1)).toEqual([`${first} ${broken}`]);
});

it('a recipient that is refused permanently keeps no other from its mail, and the task fails in words without the address', async () => {
  server.refused.set(first, 550);
  await breakLink();
  await worker.work(300);
  expect(server.told).toEqual([`${second} ${broken}`]);
  const [task] = await tasks();
  expect(task?.state).toBe('failed');
  expect(task?.last_error).toMatch(/^The mail server refuses 1 of 2 mails \(550\)\. Correct /);
  expect(JSON.stringify(task)).not.toContain('company.example');
});

it('a shop whose name and address hold line breaks adds no header and no recipient', async () => {
  const evil = 'Tea\r\nBcc: canary@evil.example\r\n\r\nhello\u2028<b>\u0000';
  await worker.sql('update system_connections set name = $2, base_url = $3 where id = $1', [
    linked.connectionId,
    evil.replace('\u0000', ''),
    'https://shop.example/\r\nX-Canary: 1',
  ]);
  await breakLink();
  await worker.work(60);
  const [mail] = server.mails;
  expect(server.told).toHaveLength(2);
  expect(mail?.subject).toBe(`Tea Bcc: canary@evil.example hello <b>: ${broken}`);
  expect([...(mail?.headers.keys() ?? [])].sort()).toEqual(
    ['auto-submitted', 'content-transfer-encoding', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to'].sort(),
  );
});
