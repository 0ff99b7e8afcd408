import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { CredentialsCipher, KeyRing } from '@sync/credentials';
import { DemoShopA, DemoShopB, type ShopCredentials } from '@sync/demo-shops';
import { appBundle, createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { inDeployment } from '../in-deployment';
import { examineTarget } from './examine-target';

const credentials: ShopCredentials = {
  connection_token: 'plover-token-1f7a',
  consumer_key: 'ck_plover-2b8c',
  consumer_secret: 'cs_plover-3d9e',
  webhook_secret: 'plover-hook-4e0f',
};
const shopsOnThisMachine = { STORE_HOST_ALLOWLIST: '127.0.0.0/8' };
const sizes = { customers: 60, products: 55, orders: 70 };

interface Run {
  code: number | null;
  output: string;
  errors: string;
}

const noneOfThem = (run: Run): Run => {
  for (const stream of [run.output, run.errors]) expect(stream).not.toContain('plover');
  return run;
};

/** Runs the command in this process. */
async function doctor(args: string[], environment: Record<string, string> = {}, input = ''): Promise<Run> {
  let output = '';
  const outcome = await examineTarget({
    args,
    surroundings: inDeployment({ ...shopsOnThisMachine, ...environment }),
    input: Readable.from([input]),
    print: (text) => (output += `${text}\n`),
    paint: (_, text) => text,
  }).then(
    (isGood) => ({ code: isGood ? 0 : 1, errors: '' }),
    (error: Error) => ({ code: 2, errors: `${error.message}\n` }),
  );
  return noneOfThem({ output, ...outcome });
}

/** Runs the real command; the shop runs in this process. */
async function runDoctor(args: string[], environment: Record<string, string> = {}, input = ''): Promise<Run> {
  const { DATABASE_URL: _database, ENCRYPTION_KEYS: _keys, SHOP_CREDENTIALS: _credentials, ...inherited } = process.env;
  const child = spawn(process.execPath, [appBundle('operations'), 'doctor', ...args], {
    env: { ...inherited, ...shopsOnThisMachine, ...environment },
  });
  const closed = once(child, 'close') as Promise<[number | null]>;
  child.stdin.end(input);
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await closed;
  return noneOfThem({ code, output, errors });
}

describe('doctor --base-url … --system …', () => {
  let shop: DemoShopA;
  const shopAt = (system = 'commerce_a'): string[] => ['--base-url', shop.url, '--system', system];
  const given = { SHOP_CREDENTIALS: JSON.stringify(credentials) };

  beforeEach(async () => {
    shop = await DemoShopA.start({ ...sizes, credentials });
  });
  afterEach(() => shop.stop());

  it('takes credentials from the environment and exits 0 for a working shop', async () => {
    const { code, output, errors } = await runDoctor(shopAt(), given);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(output).toMatch(/^ok +A web server responds there$/m);
    expect(output).toMatch(/^notice +The shop sends webhooks for changes$/m);
    expect(output).toMatch(/^No problem found, 2 notices\.$/m);
  });

  it('takes credentials from standard input', async () => {
    expect((await runDoctor(shopAt(), {}, JSON.stringify(credentials))).code).toBe(0);
  });

  it('prints evidence, cause and advice, and exits 1', async () => {
    shop.setFaults([{ kind: 'total-pages', value: null, path: 'orders' }]);
    const { code, output } = await doctor(shopAt(), given);
    expect(code).toBe(1);
    expect(output).toMatch(
      /^PROBLEM +Lists report their number of pages\n +No number of pages for orders\.\n +Cause: .+only the first page is read: the copy is incomplete\.\n +To do: .+\.$/m,
    );
    expect(output).toMatch(/^- +A page holds as many records as were asked for: skipped$/m);
    expect(output).toMatch(/^1 problem, 2 notices, 1 skipped\.$/m);
  });

  it('prints no credential that a shop echoes', async () => {
    const body = JSON.stringify({ code: credentials.consumer_key, message: credentials.consumer_secret });
    shop.setFaults([{ kind: 'response', status: 401, headers: { Location: `http://${credentials.consumer_key}/` }, body }]);
    expect((await runDoctor(shopAt(), given)).code).toBe(1);
  });

  it('examines commerce_b', async () => {
    const other = await DemoShopB.start({ ...sizes, apiKey: 'PLOVER1F7APLOVER2B8CPLOVER3D9E00' });
    const { code, output } = await doctor(['--base-url', other.url, '--system', 'commerce_b'], {
      SHOP_CREDENTIALS: JSON.stringify(other.credentials),
    });
    await other.stop();
    expect(code).toBe(0);
    expect(output).not.toMatch(/plover/i);
    expect(output).toMatch(/^ok +The webservice responds and knows the key$/m);
  });

  it.each([
    ['no credentials', [], {}, ''],
    ['credentials that are no JSON', [], { SHOP_CREDENTIALS: 'plover' }, ''],
    ['credentials that are no object', [], {}, '["plover"]'],
    ['a credential as an argument', ['--api-key', 'plover'], given, ''],
  ])('%s: exits 2 with advice', async (_name, more, environment, input) => {
    const { code, output, errors } = await runDoctor([...shopAt(), ...more], environment, input);
    expect({ code, output }).toEqual({ code: 2, output: '' });
    expect(errors).toMatch(/JSON object/);
  });

  it('rejects a system without shops', async () => {
    expect(await runDoctor(shopAt('mailing_platform'), given)).toEqual({
      code: 2,
      output: '',
      errors: 'A connection to mailing_platform has no shop to examine.\n',
    });
  });

  it('reports an invalid allowlist, or one without the shop', async () => {
    expect((await doctor(shopAt(), { ...given, STORE_HOST_ALLOWLIST: '10.0.0.0/99' })).errors).toContain('STORE_HOST_ALLOWLIST should be');
    const { code, output } = await doctor(shopAt(), { ...given, STORE_HOST_ALLOWLIST: '' });
    expect(code).toBe(1);
    expect(output).toMatch(/^PROBLEM +The address is one that may be called$/m);
  });
});

describe('doctor --connection …', () => {
  const keys = `test:${randomBytes(32).toString('base64')}`;
  const cipher = new CredentialsCipher(KeyRing.parse(keys));
  let database: TestDatabase;
  let shop: DemoShopA;

  beforeAll(async () => {
    database = await createTestDatabase();
    shop = await DemoShopA.start({ ...sizes, credentials });
  });
  afterAll(async () => {
    await shop.stop();
    await database.stop();
  });

  const look = (id: string, encryptionKeys = keys, command = doctor): Promise<Run> =>
    command(['--connection', id], { DATABASE_URL: database.ownerUrl, ENCRYPTION_KEYS: encryptionKeys });

  async function connected(hasShop = true): Promise<string> {
    const id = uuidv7();
    await database.dataSource.query(
      `insert into system_connections (id, tenant_id, system_id, name, base_url, credentials, status, meta)
       values ($1, $2, $3, 'Shop', $4, $5, $6, '{}')`,
      hasShop
        ? [id, await tenant(), '01960000-0000-7000-8000-000000000001', shop.url, cipher.seal(id, { ...credentials }), 'active']
        : [id, await tenant(), null, null, null, 'pending'],
    );
    return id;
  }

  async function tenant(): Promise<string> {
    const id = uuidv7();
    await database.dataSource.query(`insert into tenants (id, name) values ($1, 'Company')`, [id]);
    return id;
  }

  it('takes URL and credentials from the database and changes nothing', async () => {
    const id = await connected();
    const rows = (): Promise<unknown> => database.dataSource.query('select * from system_connections where id = $1', [id]);
    const before = await rows();
    const { code, output, errors } = await look(id, keys, runDoctor);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(output).toMatch(/^ok +The plugin of this service knows the connection$/m);
    expect(await rows()).toEqual(before);
  });

  it('names the endpoints of callers that hear of the shop and are failing or disabled, since when, without the paths of their addresses', async () => {
    const [id, other] = [await connected(), await connected()];
    expect((await look(id)).output).not.toContain('endpoint');
    const endpoint = async (host: string, status: string, reason: string | null, isFailing: boolean, only: string[] | null = null) =>
      database.dataSource.query(
        `insert into webhook_endpoints (id, tenant_id, system_connection_id, url, status, disabled_reason, failing_since, source_connection_ids, secrets)
         select $1, tenant_id, id, $2, $3, $4, $5, $6, 'v1.sealed' from system_connections where id = $7`,
        [uuidv7(), `https://${host}/plover?key=plover`, status, reason, isFailing ? '2026-03-04T10:00:00Z' : null, only, id],
      );
    await endpoint('well.example', 'enabled', null, false);
    await endpoint('paused.example', 'paused', null, true);
    await endpoint('elsewhere.example', 'enabled', null, true, [other]);
    const claim = 'The webhook endpoints of callers take what they are sent';
    expect((await look(id)).output).toMatch(
      new RegExp(`^ok +${claim}\n +No endpoint that hears of this shop is failing or disabled\\.$`, 'm'),
    );
    await endpoint('failing.example', 'enabled', null, true, [id]);
    await endpoint('gone.example:8443', 'disabled', 'gone', true);
    await endpoint('lost.example', 'disabled', 'failing', true);
    const { code, output } = await look(id, keys, runDoctor);
    const since = 'no delivery has succeeded since 2026-03-04T10:00:00.000Z.';
    expect(output).toMatch(new RegExp(`^notice +${claim}\n.*\n +Cause: +The caller hears of no change\\..*\n +To do: .+$`, 'm'));
    for (const words of [
      'failing.example is failing',
      'gone.example:8443 is disabled after a response with 410',
      'lost.example is disabled',
    ])
      expect(output).toMatch(new RegExp(`Endpoint [-0-9a-f]{36} at ${words}: ${since}`));
    expect([code, /well|paused|elsewhere/.exec(output)]).toEqual([0, null]);
    await endpoint('fourth.example', 'enabled', null, true);
    expect((await look(id)).output).toContain('Failing or disabled, too: 1 more.');
  });

  it('exits 2 for a connection that is missing, has no shop, or has unreadable credentials', async () => {
    const unknown = uuidv7();
    expect(await look(unknown)).toEqual({ code: 2, output: '', errors: `Connection ${unknown} does not exist.\n` });
    const waiting = await connected(false);
    expect((await look(waiting)).errors).toMatch(new RegExp(`^Connection ${waiting} has no shop`));
    const sealed = await connected();
    expect((await look(sealed, `other:${randomBytes(32).toString('base64')}`)).errors).toMatch(
      /Set ENCRYPTION_KEYS to the keys of the service/,
    );
    expect((await look(sealed, '')).errors).toMatch(/^ENCRYPTION_KEYS is missing/);
  });
});
