import { availableParallelism } from 'node:os';
import { describeVariables } from '@sync/service-runtime';
import { CannotStart } from './cannot-start';
import { readSettings, Settings, settingsHelp } from './settings';

describe('settings of npm start', () => {
  it('have defaults, also for variables that are empty', () => {
    const defaults = { host: '127.0.0.1', port: 8080, demo: '1', stopNoticeMs: 1_000, exportWorkers: Math.min(availableParallelism(), 4) };
    for (const environment of [{}, { PORT: '', DATABASE_URL: ' ' }]) {
      expect(readSettings(environment)).toMatchObject(defaults);
      expect(readSettings(environment).databaseUrl).toBeUndefined();
    }
  });

  it('--help lists every variable, with its default', () => {
    const listed = new Map([...settingsHelp.matchAll(/^ {2}(\w+) .*?(?:\(([^()]*)\))?$/gm)].map(([, name, value]) => [name, value]));
    const variables = describeVariables(Settings);
    expect([...listed.keys()].sort()).toEqual(variables.map(({ name }) => name).sort());
    // Those of others depend on the machine.
    const fixed = variables.filter(({ name, default: value }) => value !== undefined && name !== 'EXPORT_WORKERS');
    for (const { name, default: value } of fixed) expect([name, listed.get(name)]).toEqual([name, String(value)]);
  });

  it('NODE_ENV=production never takes the embedded Postgres', () => {
    expect(() => readSettings({ NODE_ENV: 'production' })).toThrow('DATABASE_URL is missing, and NODE_ENV is production');
    const url = 'postgres://db.example/sync';
    expect(readSettings({ NODE_ENV: 'production', DATABASE_URL: url }).databaseUrl).toBe(url);
  });

  it.each([
    ['PORT', 'abc'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['DATABASE_URL', 'mysql://secret@host/db'],
    ['DATABASE_URL', 'no address, secret'],
    ['REDIS_URL', 'http://secret@host'],
    ['ENCRYPTION_KEYS', 'secret'],
    ['DEMO', 'yes'],
    ['EXPORT_WORKERS', '0'],
    ['EXPORT_WORKERS', '65'],
    ['STOP_NOTICE_MS', '10001'],
    ['STOP_NOTICE_MS', 'secret'],
  ])('%s=%s is rejected in one line that names it and shows no secret', (name, value) => {
    const attempt = () => readSettings({ [name]: value });
    expect(attempt).toThrow(CannotStart);
    expect(attempt).toThrow(new RegExp(`^${name} [^\\n]+$`));
    expect(attempt).not.toThrow(/secret/);
  });
});
