import { availableParallelism } from 'node:os';
import { readSettings, UnusableSetting } from './settings';

const read = (environment: Record<string, string>) => readSettings(environment, ['CONNECTION_API_PORT']);

describe('settings of npm start', () => {
  it('have defaults', () => {
    expect(read({})).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      databaseUrl: null,
      encryptionKeys: null,
      demo: true,
      logLevel: 'info',
      stopNoticeMs: 1_000,
    });
    expect(read({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 8080, databaseUrl: null });
  });

  it('run one export worker per core, at most four, unless EXPORT_WORKERS is set', () => {
    const { exportWorkers } = read({});
    expect(exportWorkers).toBe(Math.min(availableParallelism(), 4));
    expect(read({ EXPORT_WORKERS: '7' }).exportWorkers).toBe(7);
  });

  it('DEMO=0 disables the demo shops; <APP>_PORT sets the port of an app', () => {
    const settings = read({ DEMO: '0', CONNECTION_API_PORT: '4001' });
    expect(settings.demo).toBe(false);
    expect(settings.appPorts).toEqual(new Map([['CONNECTION_API_PORT', 4001]]));
  });

  it('NODE_ENV=production never takes the embedded Postgres', () => {
    expect(() => read({ NODE_ENV: 'production' })).toThrow('DATABASE_URL must be set when NODE_ENV is production');
    expect(read({ NODE_ENV: 'production', DATABASE_URL: 'postgres://db.example/sync' }).databaseUrl).toBe('postgres://db.example/sync');
  });

  it.each([
    ['PORT', 'abc'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['CONNECTION_API_PORT', '0x10'],
    ['DATABASE_URL', 'mysql://secret@host/db'],
    ['DATABASE_URL', 'no address, secret'],
    ['REDIS_URL', 'http://secret@host'],
    ['ENCRYPTION_KEYS', 'secret'],
    ['LOG_LEVEL', 'loud'],
    ['DEMO', 'yes'],
    ['EXPORT_WORKERS', '0'],
    ['EXPORT_WORKERS', '65'],
    ['EXPORT_WORKERS', 'two'],
    ['STOP_NOTICE_MS', '10001'],
    ['STOP_NOTICE_MS', 'secret'],
  ])('%s=%s is rejected in one line that names it and shows no secret', (name, value) => {
    const attempt = () => read({ [name]: value });
    expect(attempt).toThrow(UnusableSetting);
    expect(attempt).toThrow(new RegExp(`^${name} [^\\n]+$`));
    expect(attempt).not.toThrow(/secret/);
  });
});
