import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findDatabase } from './find-database';

describe('findDatabase', () => {
  it('says that a folder holds no database, and makes none', async () => {
    const dataFolder = join(tmpdir(), 'no-service-ever-ran-here');
    await expect(findDatabase({ databaseUrl: null, databaseDirectUrl: null, dataFolder })).rejects.toThrow(
      `There is no database in ${dataFolder}`,
    );
    expect(existsSync(dataFolder)).toBe(false);
  });

  it('leaves a database by address to the command that opens it', async () => {
    expect(
      await findDatabase({ databaseUrl: 'postgres://127.0.0.1:1/nowhere', databaseDirectUrl: null, dataFolder: '/nowhere' }),
    ).toMatchObject({
      url: 'postgres://127.0.0.1:1/nowhere',
    });
  });
});
