import { randomBytes } from 'node:crypto';
import { CredentialsCipher, ErasedAddresses, KeyRing, KeyRingCheck } from '@sync/credentials';
import { noteRefusedAccess } from '@sync/domain';
import type { SqlRunner } from '@sync/postgres';
import { Client } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { AdministrationScene } from '../testing/administration-scene';
import { countSealedValues, rotateKeys } from './rotate-keys';

const key = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
const nothing = () => undefined;

describe('rotateKeys', () => {
  const next = key('next');
  let scene: AdministrationScene;
  let old: KeyRing;
  let ring: KeyRing;

  beforeEach(async () => {
    scene = await AdministrationScene.set();
    old = KeyRing.parse(scene.encryptionKeys);
    ring = KeyRing.parse(`${next},${scene.encryptionKeys}`);
    await new KeyRingCheck((sql, values) => scene.sql(sql, values), ring, { seesUsers: true }).requireUsable();
  });
  afterEach(() => scene.strike());

  const connect = async (keys = old, count = 1) => {
    const ids = Array.from({ length: count }, () => uuidv7());
    const cipher = new CredentialsCipher(keys);
    const sealed = ids.map((id) => cipher.seal(id, { secret: id }));
    await scene.sql(
      `insert into system_connections (id, name, status, credentials) select id, 'Shop', 'active', sealed from unnest($1::uuid[], $2::text[]) as given (id, sealed)`,
      [ids, sealed],
    );
    return ids;
  };
  const sealedOf = async (id: string | undefined) =>
    (await scene.sql<{ credentials: string }>('select credentials from system_connections where id = $1', [id]))[0]?.credentials ?? '';
  const secretOf = async (id: string) => new CredentialsCipher(ring).open(id, await sealedOf(id)).reveal().secret;
  const rotate = (sql: SqlRunner = scene.database.dataSource) => rotateKeys(sql, ring, nothing);
  /** Runs something before each statement that replaces values. */
  const beforeReplacing = (action: () => Promise<unknown>): SqlRunner => ({
    query: async (text, parameters) => {
      if (text.includes('update system_connections')) await action();
      return scene.database.dataSource.query(text, parameters);
    },
  });

  it('seals everything with the first key, in batches; stopped in the middle, a second run goes on', async () => {
    const ids = await connect(old, 1_100);
    await scene.enrol(await scene.person());
    const erasedWith = (keys: KeyRing) =>
      new ErasedAddresses((sql, values) => scene.sql(sql, values), keys).hash('tenant', ['erika@example.com']);
    const hashed = await erasedWith(old);
    let batches = 0;
    const dying = beforeReplacing(() => ((batches += 1) === 3 ? Promise.reject(new Error('killed')) : Promise.resolve()));
    await expect(rotate(dying)).rejects.toThrow('killed');
    const counts = (credentials: object[], others: object[]) => [
      { kind: 'credentials', counts: credentials },
      { kind: 'second factors', counts: others },
      { kind: 'webhook secrets', counts: [] },
      { kind: 'erasure keys', counts: others },
    ];
    expect(await countSealedValues(scene.database.dataSource)).toEqual(
      counts(
        [
          { keyId: 'next', values: 1_000 },
          { keyId: 'test', values: 100 },
        ],
        [{ keyId: 'test', values: 1 }],
      ),
    );
    expect(await rotate()).toMatchObject([{ resealed: 100 }, { resealed: 1 }, { resealed: 0 }, { resealed: 1 }]);
    expect(await countSealedValues(scene.database.dataSource)).toEqual(
      counts([{ keyId: 'next', values: 1_100 }], [{ keyId: 'next', values: 1 }]),
    );
    for (const id of ids.slice(0, 3)) expect(await secretOf(id)).toBe(id);
    expect(await erasedWith(KeyRing.parse(next))).toEqual(hashed);
    expect(await rotate()).toMatchObject([{ resealed: 0 }, { resealed: 0 }, { resealed: 0 }, { resealed: 0 }]);
  });

  it('overwrites no value that was stored meanwhile, waits for no lock, and leaves what does not open', async () => {
    const [changed = '', locked = ''] = await connect(old, 2);
    const [foreign = ''] = await connect(KeyRing.parse(key('lost')));
    const renewed = new CredentialsCipher(old).seal(changed, { secret: 'renewed' });
    const holder = scene.database.dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.query('select from system_connections where id = $1 for update', [locked]);
    let replacements = 0;
    const meanwhile = beforeReplacing(async () => {
      replacements += 1;
      if (replacements === 1) await scene.sql('update system_connections set credentials = $2 where id = $1', [changed, renewed]);
      if (replacements === 2) await holder.commitTransaction();
    });
    const [credentials] = await rotate(meanwhile);
    await holder.release();
    expect(credentials).toMatchObject({ resealed: 2, unreadable: [foreign] });
    expect(credentials?.counts).toEqual([
      { keyId: 'lost', values: 1 },
      { keyId: 'next', values: 2 },
    ]);
    expect([await secretOf(changed), await secretOf(locked)]).toEqual(['renewed', locked]);
  });

  it('changes nothing with a key that no app has had, or that has other bytes in the apps', async () => {
    const [id] = await connect();
    const before = await sealedOf(id);
    const rotateTo = (keys: string) => rotateKeys(scene.database.dataSource, KeyRing.parse(keys), nothing);
    await expect(rotateTo(`${key('typo')},${scene.encryptionKeys}`)).rejects.toThrow('Unusable: encryption key typo (unknown)');
    await expect(rotateTo(`${key('next')},${scene.encryptionKeys}`)).rejects.toThrow('Unusable: encryption key next (different)');
    expect(await sealedOf(id)).toBe(before);
  });

  it('a sign-in with a second factor, and a note about refused credentials, that began before are still right', async () => {
    const person = await scene.person();
    const { next: code } = await scene.enrol(person);
    const [id = ''] = await connect();
    const read = await sealedOf(id);
    // The sign-in reads the second factor at once, and verifies the password before it compares.
    const { dataSource } = scene.database;
    const query = jest.spyOn(Client.prototype, 'query');
    const session = scene.begin(person.login, person.password, { code });
    while (!query.mock.calls.some(([text]) => text.includes('password_hash'))) await new Promise(setImmediate);
    query.mockRestore();
    const [[, factors]] = await Promise.all([rotate(), session]);
    expect(factors).toMatchObject({ resealed: 1 });
    await noteRefusedAccess(dataSource, id, read, { code: 'credentials_refused', message: 'The key may not read orders.' });
    expect(await scene.sql('select status_reason from system_connections where id = $1', [id])).toMatchObject([
      { status_reason: { code: 'credentials_refused' } },
    ]);
  });
});
