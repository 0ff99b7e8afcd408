import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findDatabase } from './database';
import { readSettings } from './settings';

describe('findDatabase', () => {
  it('says that a folder holds no database, and makes none', async () => {
    const dataFolder = join(tmpdir(), 'no-service-ever-ran-here');
    await expect(findDatabase(readSettings({ DATA_FOLDER: dataFolder }))).rejects.toThrow(`There is no database in ${dataFolder}`);
    expect(existsSync(dataFolder)).toBe(false);
  });

  it('leaves a database by address to the command that opens it', async () => {
    const url = 'postgres://127.0.0.1:1/nowhere';
    expect(await findDatabase(readSettings({ DATABASE_URL: url, DATA_FOLDER: '/nowhere' }))).toMatchObject({ url });
  });
});
