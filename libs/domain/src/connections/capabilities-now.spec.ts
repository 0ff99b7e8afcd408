import { systemCapabilities } from '@sync/records';
import fc from 'fast-check';
import { capabilitiesNow } from './capabilities-now';

const system = { capabilities: [...systemCapabilities] };
const all = ['orders', 'products', 'customers'];

describe('the capabilities the connection may pull in now', () => {
  it('equal the capabilities declared by its System, in the order of the System', () => {
    expect(capabilitiesNow({ capabilities: ['orders', 'customers'] }, null, all)).toEqual(['orders', 'customers']);
  });

  it('are narrowed by the configured opt-in', () => {
    expect(capabilitiesNow(system, { data_types: ['orders', 'customers'] }, all)).toEqual(['customers', 'orders']);
  });

  it('are narrowed to the data_domains of the active outgoing SyncRules', () => {
    expect(capabilitiesNow(system, null, ['products'])).toEqual(['products']);
    expect(capabilitiesNow(system, { data_types: ['orders'] }, ['products'])).toEqual([]);
    expect(capabilitiesNow(system, null, [])).toEqual([]);
  });

  it('are an empty list when no System is linked', () => {
    expect(capabilitiesNow(null, null, all)).toEqual([]);
  });

  it('an opt-in that is absent means unrestricted', () => {
    expect(capabilitiesNow(system, null, all)).toHaveLength(3);
    expect(capabilitiesNow(system, { direction: 'outgoing' }, all)).toHaveLength(3);
  });

  it('an empty opt-in means the customer selected nothing', () => {
    expect(capabilitiesNow(system, { data_types: [] }, all)).toEqual([]);
  });

  it('are never more than any of the three allows', () => {
    const some = fc.subarray([...systemCapabilities]);
    fc.assert(
      fc.property(some, fc.option(some), some, (declared, optIn, domains) => {
        const result = capabilitiesNow({ capabilities: declared }, optIn && { data_types: optIn }, domains);
        expect(result).toEqual(declared.filter((c) => (optIn ?? declared).includes(c) && domains.includes(c)));
      }),
    );
  });
});
