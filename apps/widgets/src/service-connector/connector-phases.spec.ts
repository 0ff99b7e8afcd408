import { isDirectSystem, phaseOf } from './connector-phases';

describe('the phase', () => {
  it.each([
    ['initializing without a tenant', undefined, false, false, 'initializing'],
    ['initializing without a tenant, for a direct system too', undefined, true, false, 'initializing'],
    ['initializing with an empty tenant id', '', true, false, 'initializing'],
    ['instructing once the tenant is known', 't', false, false, 'instructing'],
    ['connected at once for a direct system', 't', true, false, 'connected'],
    ['connected once the poll sees the connection active', 't', false, true, 'connected'],
  ] as const)('is %s', (_title, tenantId, isDirect, isRegistered, phase) => {
    expect(phaseOf({ tenantId, isDirect, isRegistered })).toBe(phase);
  });
});

describe('a system is direct', () => {
  it.each([
    ['without a connection', 'mailing_platform', undefined, true],
    ['when the connection equals the system', 'mailing_platform', 'mailing_platform', true],
    ['not with a shop platform', 'mailing_platform', 'commerce_a', false],
    ['not with a shop platform and no system', undefined, 'commerce_a', false],
  ])('%s', (_title, system, connection, isDirect) => {
    expect(isDirectSystem(system, connection)).toBe(isDirect);
  });
});
