import { randomBytes } from 'node:crypto';
import { CredentialsCipher, KeyRing, KeyRingCheck } from '@sync/credentials';
import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { rotateStoredValues } from './rotate-stored-values';

const key = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;

describe('keys:rotate', () => {
  const [k1, k2, lost] = [key('k1'), key('k2'), key('k0')];
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.stop());

  const connect = async (keys: string) => {
    const id = uuidv7();
    const sealed = new CredentialsCipher(KeyRing.parse(keys)).seal(id, { secret: 'canary' });
    const insert = `insert into system_connections (id, name, status, credentials) values ($1, 'Shop', 'active', $2)`;
    await database.dataSource.query(insert, [id, sealed]);
    return id;
  };
  const rotate = async (isDryRun = false) => {
    const lines: string[] = [];
    const print = (line: string) => lines.push(line);
    const ok = await rotateStoredValues(database.dataSource, KeyRing.parse(`${k2},${k1}`), { isDryRun, print });
    return { ok, lines };
  };

  it('counts the values of each key, seals them with the first, and names the rows that no key opens', async () => {
    await connect(k1);
    await connect(k1);
    const foreign = await connect(lost);
    const unknown = 'Nothing was changed: encryption key k2 (unknown), encryption key k1 (unknown). First give every app';
    expect(await rotate()).toEqual({ ok: false, lines: [expect.stringContaining(unknown)] });
    const apps = new KeyRingCheck((sql, values) => database.dataSource.query(sql, values), KeyRing.parse(`${k1},${k2}`));
    await apps.lookAgain();
    expect(await rotate(true)).toEqual({
      ok: true,
      lines: ['credentials: k0 1, k1 2', 'second factors: none', 'webhook secrets: none', 'erasure keys: none'],
    });
    expect(await rotate()).toEqual({
      ok: false,
      lines: [
        'credentials: 2 sealed with k2 now; altogether k0 1, k2 2',
        `credentials: these rows do not open with the given keys: ${foreign}`,
        'second factors: 0 sealed with k2 now; altogether none',
        'webhook secrets: 0 sealed with k2 now; altogether none',
        'erasure keys: 0 sealed with k2 now; altogether none',
        'Some values are sealed with another key: see docs/operations/keys.md.',
      ],
    });
    await database.dataSource.query('delete from system_connections where id = $1', [foreign]);
    const none = ['second factors', 'webhook secrets', 'erasure keys'].map((kind) => `${kind}: 0 sealed with k2 now; altogether none`);
    const done = ['credentials: 0 sealed with k2 now; altogether k2 2', ...none];
    expect(await rotate()).toEqual({ ok: true, lines: [...done, 'Everything is sealed with k2.'] });
  });
});
