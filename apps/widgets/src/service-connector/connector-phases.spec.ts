import { phaseOf, type PhaseFacts } from './connector-phases';

const facts: PhaseFacts = { tenantId: 't', isDirect: false, isRegistered: false, isConnecting: false, shops: undefined };

describe('the phase', () => {
  it.each<[string, Partial<PhaseFacts>, string]>([
    ['without a tenant', { tenantId: undefined }, 'initializing'],
    ['without a tenant, direct', { tenantId: '', isDirect: true }, 'initializing'],
    ['of a direct system', { isDirect: true }, 'connected'],
    ['while the shops are not known', {}, 'loading'],
    ['without shops', { shops: 0 }, 'instructing'],
    ['with shops', { shops: 2 }, 'linked'],
    ['while a shop is being connected', { isConnecting: true }, 'instructing'],
    ['while another shop is being connected', { isConnecting: true, shops: 1 }, 'instructing'],
    ['once a shop is connected', { isRegistered: true, shops: 0 }, 'connected'],
  ])('%s', (_title, given, phase) => {
    expect(phaseOf({ ...facts, ...given })).toBe(phase);
  });
});
