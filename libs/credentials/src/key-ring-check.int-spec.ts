import { randomBytes } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { CredentialsCipher } from './credentials-cipher';
import { ErasedAddresses } from './erased-addresses';
import { KeyRing } from './key-ring';
import { KeyRingCheck } from './key-ring-check';

const key = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;

describe('the key ring and the stored credentials', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.stop());

  const checkOf = (...entries: string[]) =>
    new KeyRingCheck((sql, values) => database.dataSource.query(sql, values), KeyRing.parse(entries.join(',')), { seesUsers: true });
  const faultOf = async (...entries: string[]) => {
    try {
      await checkOf(...entries).requireUsable();
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  };
  const seal = async (...entries: string[]) => {
    const id = uuidv7();
    const sealed = new CredentialsCipher(KeyRing.parse(entries.join(','))).seal(id, { secret: 'x' });
    await database.dataSource.query(`insert into system_connections (id, name, status, credentials) values ($1, 'Shop', 'pending', $2)`, [
      id,
      sealed,
    ]);
  };

  it('fit on later starts, also after a new key was added, put first, and the old one removed with its last row', async () => {
    const [k1, k2] = [key('k1'), key('k2')];
    expect(await faultOf(k1)).toBeNull();
    await seal(k1);
    expect(await faultOf(k1)).toBeNull();
    expect(await faultOf(k1, k2)).toBeNull();
    expect(await faultOf(k2, k1)).toBeNull();
    await seal(k2, k1);
    expect(await faultOf(k2, k1)).toBeNull();
    await database.dataSource.query(`delete from system_connections where credentials like 'v1.k1.%'`);
    expect(await faultOf(k2)).toBeNull();
  });

  it('do not fit if a key has other bytes under the same id', async () => {
    const [k1, k2] = [key('k1'), key('k2')];
    await faultOf(k1, k2);
    expect(await faultOf(key('k1'), k2)).toBe('Unusable: encryption key k1 (different)');
    expect(await faultOf(k1, key('k2'))).toBe('Unusable: encryption key k2 (different)');
    expect(await faultOf(k1, k2)).toBeNull();
  });

  it('do not fit if a key that rows are sealed with is missing', async () => {
    const [k1, k2, k3] = [key('k1'), key('k2'), key('k3')];
    for (const each of [k3, k1, k2, k1]) await seal(each);
    expect(await faultOf(k2)).toBe('Unusable: encryption key k1 (missing), encryption key k3 (missing)');
    expect(await faultOf(k1, k2, k3)).toBeNull();
  });

  it('do not fit if the second factor of a user is sealed with a missing key', async () => {
    const [k1, k2] = [key('k1'), key('k2')];
    const id = uuidv7();
    const sealed = new CredentialsCipher(KeyRing.parse(k1), 'users|totp_secret').seal(id, { secret: 'x' });
    await database.dataSource.query(`insert into users (id, login, name, role, totp_secret) values ($1, 'a', 'A', 'support', $2)`, [
      id,
      sealed,
    ]);
    expect(await faultOf(k2)).toBe('Unusable: encryption key k1 (missing)');
    expect(await faultOf(k2, k1)).toBeNull();
  });

  it('do not fit if the key that hashes erased addresses is sealed with a missing key', async () => {
    const [k1, k2] = [key('k1'), key('k2')];
    await new ErasedAddresses((sql, values) => database.dataSource.query(sql, values), KeyRing.parse(k1)).hash('tenant', []);
    expect(await faultOf(k2)).toBe('Unusable: encryption key k1 (missing)');
    expect(await faultOf(k2, k1)).toBeNull();
  });

  it('agree on one key per id among concurrent first starts', async () => {
    const rings = Array.from({ length: 10 }, () => key('k1'));
    const faults = await Promise.all(rings.map((ring) => faultOf(ring)));
    expect(faults.filter((fault) => fault === null)).toHaveLength(1);
    expect(await Promise.all(rings.map((ring) => faultOf(ring)))).toEqual(faults);
  });

  it('are known for requests without a query, and the key is not stored', async () => {
    const ring = key('k1');
    const query = jest.fn((sql: string, values?: unknown[]) => database.dataSource.query<unknown[]>(sql, values));
    const check = new KeyRingCheck(query, KeyRing.parse(ring));
    expect(await check.areUsable()).toBe(true);
    const queries = query.mock.calls.length;
    expect(await check.areUsable()).toBe(true);
    expect(query).toHaveBeenCalledTimes(queries);
    const [row] = await database.dataSource.query<{ check_value: Buffer }[]>('select check_value from encryption_keys');
    expect(row?.check_value.toString('base64')).not.toBe(ring.split(':')[1]);
  });
});
