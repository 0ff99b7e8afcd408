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

describe('mapAddress', () => {
  it('maps a recorded address and trims text', () => {
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

  it('maps the country to its code and the region to its name', () => {
    expect(mapAddress(recordedRow('addresses-1-2-3', 3), context)).toMatchObject({ country: 'US', region: 'New York' });
    expect(mapped({ id_country: '0', id_state: '999' })).toMatchObject({ country: null, region: null });
  });

  it.each([
    ['1', '2', '1'],
    ['', '+49 170 20000', '+49 170 20000'],
    ['', '', null],
  ])('prefers phone %p to phone_mobile %p', (phone, phone_mobile, expected) => {
    expect(mapped({ phone, phone_mobile })?.phone).toBe(expected);
  });

  it.each([
    ['FR1', 'D1', 'FR1'],
    ['', 'D1', 'D1'],
    [null, undefined, null],
  ])('prefers vat_number %p to dni %p', (vat_number, dni, vatId) => {
    expect(mapped({ vat_number, dni })?.vatId).toBe(vatId);
  });

  it('maps a deleted address, which its order keeps', () => {
    expect(mapped({ deleted: '1' })?.city).toBe('Paris');
  });

  it('drops other and alias, which are internal', () => {
    expect(JSON.stringify(mapped({ other: 'canary-1', alias: 'canary-2' }))).not.toContain('canary');
  });

  it.each([[{ id: 5 }], [{ id: 5, id_country: '0', city: ' ', other: 'x' }], [null], ['x'], [[]]])('maps %j to null', (row) => {
    expect(mapAddress(row, context)).toBeNull();
  });
});
