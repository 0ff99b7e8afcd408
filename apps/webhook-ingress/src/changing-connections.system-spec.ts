import { randomBytes } from 'node:crypto';
import { KeyRing, resealValues } from '@sync/credentials';
import { sealedCredentials } from '@sync/domain';
import { Load } from './testing/load';
import {
  isUnavailable,
  send,
  signedDelivery,
  WebhookIngressUnderTest,
  type Response,
  type Shop,
} from './testing/webhook-ingress-under-test';

const order = '{"id":517}';
const accepted = '{"status":"accepted"}';

let ingress: WebhookIngressUnderTest;
beforeAll(async () => {
  ingress = await WebhookIngressUnderTest.start();
});
afterAll(() => ingress.stop());

const responds = (response: Response, status: number, text: string | RegExp) => {
  expect(response.status).toBe(status);
  expect(response.text).toMatch(text);
};

/** A connection that the ingress has cached. */
const knownShop = async () => {
  const shop = await ingress.connect();
  responds(await ingress.deliver(shop, '"first"'), 200, accepted);
  return shop;
};

describe('a change of a cached connection', () => {
  it('status: a disconnect counts from its commit on, and so does an activation', async () => {
    const shop = await knownShop();
    await ingress.rows(`update system_connections set status = 'disconnected', disconnected_at = now() where id = $1`, [shop.id]);
    responds(await ingress.deliver(shop, order), 200, '{"status":"ignored"}');
    expect(await ingress.kept(shop)).toHaveLength(1);
    await ingress.rows(`update system_connections set status = 'active', disconnected_at = null where id = $1`, [shop.id]);
    responds(await ingress.deliver(shop, order), 200, accepted);
  });

  it('secret: the new one counts from its commit on, and the old one no longer', async () => {
    const [shop, other] = [await knownShop(), await ingress.connect()];
    const secret = 'the next secret';
    await ingress.seal(shop, { webhook_secret: secret });
    responds(await ingress.deliver(shop, order), 401, /invalid-signature/);
    responds(await ingress.deliver({ ...shop, secret }, order), 200, accepted);
    responds(await ingress.deliver(shop, order), 401, /invalid-signature/);
    responds(await ingress.deliver(other, order), 200, accepted);
  });

  it('keys: a rotation changes nothing, so what is cached still counts', async () => {
    const shop = await knownShop();
    const keys = KeyRing.parse(`next:${randomBytes(32).toString('base64')},${ingress.encryptionKeys}`);
    await resealValues(ingress.database.dataSource, sealedCredentials, keys, () => undefined);
    // The ingress lacks the new key, so a look-up could not read the secret.
    responds(await ingress.deliver(shop, order), 200, accepted);
    await ingress.rows(`delete from system_connections where credentials like 'v1.next.%'`);
  });

  it('deletion: the same 401 as for an unknown connection', async () => {
    const shop = await knownShop();
    await ingress.rows('delete from system_connections where id = $1', [shop.id]);
    responds(await ingress.deliver(shop, order), 401, /invalid-signature/);
    expect(await ingress.kept(shop)).toEqual([]);
  });
});

describe('a connection that is being deleted', () => {
  /** Deletes it in a transaction that stays open; returns what ends that. */
  const deleting = async (shop: Shop) => {
    const deletion = ingress.database.dataSource.createQueryRunner();
    await deletion.startTransaction();
    await deletion.query('delete from system_connections where id = $1', [shop.id]);
    return async (ending: 'commit' | 'rollback') => {
      await deletion.query(ending);
      await deletion.release();
    };
  };

  it.each([
    ['commit', 401, /invalid-signature/],
    ['rollback', 200, accepted],
  ] as const)('gets 503 with Retry-After, holds up no other, and after the %s gets %d', async (ending, status, text) => {
    const [leaving, other] = [await knownShop(), await knownShop()];
    const end = await deleting(leaving);
    const begunAt = Date.now();
    const flood = Promise.all(Array.from({ length: 400 }, (_, id) => ingress.deliver(leaving, `{"id":${id}}`)));
    for (let id = 0; id < 5; id += 1) responds(await ingress.deliver(other, order), 200, accepted);
    (await flood).forEach(isUnavailable);
    expect(Date.now() - begunAt).toBeLessThan(20_000);
    await end(ending);
    responds(await ingress.deliver(leaving, order), status, text);
    expect(await ingress.kept(leaving)).toHaveLength(status === 200 ? 2 : 0);
  });

  it('under load with disconnects: only 200, 401 and 503, and nothing is stored for a deleted connection', async () => {
    const shops = await Promise.all(Array.from({ length: 12 }, () => ingress.connect()));
    const load = new Load(() => ingress.url, shops);
    for (const [place, { id }] of shops.slice(0, 8).entries()) {
      await load.more(20);
      const disconnect = `update system_connections set status = 'disconnected', disconnected_at = now() where id = $1`;
      await ingress.rows(place % 2 ? 'delete from system_connections where id = $1' : disconnect, [id]);
    }
    await load.more(20, 401);
    await load.stop();
    expect(load.statuses.filter((status) => status !== 503)).toEqual([200, 401]);
    expect(await ingress.rows('select from tasks where system_connection_id <> all (select id from system_connections)')).toEqual([]);
  });
});

it('a row that Postgres rejects gets 503 and does not fail the others of its batch', async () => {
  await ingress.rows(`
    create function refuse_poison() returns trigger language plpgsql as $$
    begin if new.body like '%poison%' then raise exception 'refused'; end if; return new; end $$;
    create trigger refuse_poison before insert on tasks for each row execute function refuse_poison()`);
  const shop = await knownShop();
  const isPoison = (id: number) => id % 10 === 3;
  const responses = await Promise.all(
    Array.from({ length: 30 }, (_, id) => ingress.deliver(shop, isPoison(id) ? `{"poison":${id}}` : `{"id":${id}}`)),
  );
  responses.forEach((response, id) => (isPoison(id) ? isUnavailable(response) : responds(response, 200, accepted)));
  expect(await ingress.kept(shop)).toHaveLength(1 + 27);
  await ingress.rows('drop trigger refuse_poison on tasks');
});

it('a burst for one connection does not starve others', async () => {
  const [busy, quiet] = [await ingress.connect(), await ingress.connect()];
  const burst = new Load(() => ingress.url, [busy], 60);
  for (let id = 0; id < 20; id += 1) expect((await send(ingress.url, signedDelivery(quiet, order))).text).toBe(accepted);
  await burst.stop();
  expect(burst.statuses).toEqual([200]);
});
