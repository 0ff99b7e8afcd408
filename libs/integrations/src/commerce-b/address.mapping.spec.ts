import { mapAddress, type AddressContext } from './address.mapping';
import { recordedRow, type Row } from './testing/recorded';

const context: AddressContext = {
  countries: new Map([
    ['1', 'DE'],
    ['8', 'FR'],
    ['21', 'US'],
  ]),
  regions: new Map([['35', 'New York']]),
};
const mapped = (fields: Row): ReturnType<typeof mapAddress> => mapAddress({ ...recordedRow('addresses-1-2-3', 2), ...fields }, context);

describe('Address mapping', () => {
  it('maps a recorded address in full; text is trimmed', () => {
    expect(mapped({})).toEqual({
      firstName: 'John',
      lastName: 'DOE',
      company: 'My Company',
      address1: '16, Main street',
      address2: '2nd floor',
      city: 'Paris',
      region: null,
      postalCode: '75002',
      country: 'FR',
      phone: '0102030405',
      email: null,
      vatId: null,
    });
  });

  it('D5 country is the code, region is the name', () => {
    expect(mapAddress(recordedRow('addresses-1-2-3', 3), context)).toMatchObject({ country: 'US', region: 'New York' });
    expect(mapped({ id_country: '0', id_state: '999' })).toMatchObject({ country: null, region: null });
  });

  it.each([
    ['1', '2', '1'],
    ['', '+49 170 20000', '+49 170 20000'],
    ['', '', null],
  ])('phone %p, or else phone_mobile %p', (phone, phone_mobile, expected) => {
    expect(mapped({ phone, phone_mobile })?.phone).toBe(expected);
  });

  it.each([
    ['FR1', 'D1', 'FR1'],
    ['', 'D1', 'D1'],
    [null, undefined, null],
  ])('vat_number %p, or else dni %p', (vat_number, dni, vatId) => {
    expect(mapped({ vat_number, dni })?.vatId).toBe(vatId);
  });

  it('10 a deleted address is mapped like any other: the order keeps it', () => {
    expect(mapped({ deleted: '1' })?.city).toBe('Paris');
  });

  it('other and alias, which people write for the shop, are dropped', () => {
    expect(JSON.stringify(mapped({ other: 'canary-1', alias: 'canary-2' }))).not.toContain('canary');
  });

  it.each([[{ id: 5 }], [{ id: 5, id_country: '0', city: ' ', other: 'x' }], [null], ['x'], [[]]])(
    'null if all fields are empty: %j',
    (row) => {
      expect(mapAddress(row, context)).toBeNull();
    },
  );
});
