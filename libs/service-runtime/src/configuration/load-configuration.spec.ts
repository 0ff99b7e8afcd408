import { ParsedBy } from './conversions';
import { InvalidConfiguration, loadConfiguration, Variable } from './load-configuration';
import { IntegerVariable, Port, ServiceConfiguration } from './service-configuration';

class ProbeConfiguration extends ServiceConfiguration {
  @Port('PROBE_PORT')
  port = 0;

  @IntegerVariable('PROBE_SIZE', 'a number of things', 1, 9)
  size = 7;

  @Variable('PROBE_SHAPE', 'JSON')
  @ParsedBy((text) => JSON.parse(text) as unknown)
  shape: unknown = null;
}

const databaseUrl = 'postgres://user:canary-password@127.0.0.1:5432/sync';
const load = (environment: Record<string, string>) => loadConfiguration(ProbeConfiguration, { DATABASE_URL: databaseUrl, ...environment });

describe('configuration', () => {
  it('has defaults', () => {
    expect(load({})).toEqual({
      databaseUrl,
      host: '127.0.0.1',
      logLevel: 'info',
      trustProxy: ['127.0.0.1', '::1'],
      stopNoticeMs: 1_000,
      port: 0,
      size: 7,
      shape: null,
    });
  });

  it('reads, trims and converts variables; an empty one counts as unset', () => {
    const environment = {
      PROBE_PORT: ' 8081 ',
      PROBE_SIZE: '',
      TRUST_PROXY: '10.0.0.0/8, ::1',
      REDIS_URL: 'redis://127.0.0.1:6379',
      LOG_LEVEL: 'debug',
    };
    expect(load(environment)).toMatchObject({
      port: 8081,
      size: 7,
      trustProxy: ['10.0.0.0/8', '::1'],
      redisUrl: 'redis://127.0.0.1:6379',
      logLevel: 'debug',
    });
  });

  it.each([
    ['DATABASE_URL', '', 'DATABASE_URL is missing: it should be the address of a Postgres'],
    ['DATABASE_URL', 'mysql://canary', 'DATABASE_URL should be'],
    ['REDIS_URL', 'http://canary', 'REDIS_URL should be'],
    ['LOG_LEVEL', 'canary', 'LOG_LEVEL should be one of fatal, error, warn, info, debug, trace'],
    ['TRUST_PROXY', '10.0.0.0/33', 'TRUST_PROXY should be'],
    ['TRUST_PROXY', 'canary', 'TRUST_PROXY should be'],
    ['STOP_NOTICE_MS', '10001', 'STOP_NOTICE_MS should be a number of milliseconds, 0 to 10000'],
    ['STOP_NOTICE_MS', 'canary', 'STOP_NOTICE_MS should be'],
    ['PROBE_PORT', '65536', 'PROBE_PORT should be a port number'],
    ['PROBE_PORT', '80.5', 'PROBE_PORT should be a port number'],
    ['PROBE_SIZE', 'canary', 'PROBE_SIZE should be a number of things, 1 to 9'],
    ['PROBE_SIZE', '0', 'PROBE_SIZE should be'],
    ['PROBE_SHAPE', '{canary', 'PROBE_SHAPE should be JSON'],
  ])('%s=%p stops the app with one line that names the variable and hides its value', (name, value, message) => {
    const action = () => load({ [name]: value });
    expect(action).toThrow(InvalidConfiguration);
    expect(action).toThrow(message);
    expect(action).not.toThrow(/canary|\n/);
  });

  it('names every invalid variable in that line', () => {
    expect(() => load({ LOG_LEVEL: 'x', PROBE_PORT: 'y' })).toThrow(/LOG_LEVEL.*PROBE_PORT|PROBE_PORT.*LOG_LEVEL/);
  });

  it('is frozen', () => {
    expect(Object.isFrozen(load({}))).toBe(true);
  });
});
