import { isDirectSystem, phaseOf } from './connector-phases';

describe('the phase', () => {
  it.each([
    ['initializing: on mount with no tenant-id prop', undefined, false, false, 'initializing'],
    ['initializing, for a direct system, too', undefined, true, false, 'initializing'],
    ['initializing: a tenant-id without a value is none', '', true, false, 'initializing'],
    ['instructing: init completed, or a tenant-id prop was present', 't', false, false, 'instructing'],
    ['connected: init created an active connection with no plugin (direct system)', 't', true, false, 'connected'],
    ['connected: polling sees status active', 't', false, true, 'connected'],
  ] as const)('%s', (_row, tenantId, isDirect, isRegistered, phase) => {
    expect(phaseOf({ tenantId, isDirect, isRegistered })).toBe(phase);
  });
});

describe('a direct system', () => {
  it.each([
    ['without connection', 'mailing_platform', undefined, true],
    ['with connection equal to system', 'mailing_platform', 'mailing_platform', true],
    ['not with a shop platform', 'mailing_platform', 'commerce_a', false],
    ['not with a shop platform and no system', undefined, 'commerce_a', false],
  ])('%s', (_name, system, connection, isDirect) => {
    expect(isDirectSystem(system, connection)).toBe(isDirect);
  });
});
