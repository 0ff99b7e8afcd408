import type { CustomAttributeData, CustomerData } from '@sync/records';
import { UnmappableRow } from '../mapping/platform-values';
import { mapCustomer } from './customer.mapping';
import { lostDate } from './shop-dates';
import { ShopZone } from './shop-zone';
import { recordedRow, recordedRows } from './testing/recorded';

const zone = ShopZone.named('Europe/Berlin');
const map = (row: unknown): CustomerData => mapCustomer(row, { zone }) as CustomerData;
const base = recordedRow('customers-full-page-001', 50);
const mapped = (fields: Record<string, unknown>): CustomerData => map({ ...base, ...fields });
const attribute = (record: CustomerData, name: string): CustomAttributeData['value'] | undefined =>
  record.customAttributes.find(({ key }) => key === `commerce_b.${name}`)?.value;

describe('mapCustomer', () => {
  it('maps every recorded customer', () => {
    const rows = recordedRows('customers-full-page-001');
    const records = rows.map(map);
    expect(records.map(({ sourceId }) => sourceId)).toEqual(rows.map(({ id }) => String(id)));
    expect(records.every(({ createdAt, updatedAt, email }) => [createdAt, updatedAt, email].every(Boolean))).toBe(true);
  });

  it('maps a recorded customer in full', () => {
    expect(map(base)).toEqual({
      id: null,
      sourceId: '50',
      system: 'commerce_b',
      email: base.email,
      createdAt: expect.stringMatching(/^2024-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00$/) as string,
      createdAtUtc: expect.stringMatching(/^2024-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string,
      updatedAt: expect.stringMatching(/^202\d-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00$/) as string,
      updatedAtUtc: expect.stringMatching(/^202\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string,
      modifiedAt: expect.stringMatching(/^202\d-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/) as string,
      tags: [],
      customAttributes: expect.any(Array) as CustomAttributeData[],
      sourceCustomId: null,
      firstName: base.firstname,
      lastName: 'Smith',
      phone: null,
      title: null,
      zip: null,
      dateOfBirth: dayIn(base.birthday),
      gender: { '0': 'unknown', '1': 'male', '2': 'female' }[String(base.id_gender)],
      newsletterConsent: {
        subscribed: true,
        confirmed: false,
        channel: 'email',
        subscribedAt: '2024-04-25T18:00:00+02:00',
        subscribedAtUtc: '2024-04-25T16:00:00Z',
        confirmedAt: null,
        confirmedAtUtc: null,
        unsubscribedAt: null,
        unsubscribedAtUtc: null,
        source: 'integration',
        ipAddress: '203.0.113.47',
      },
      addressBilling: null,
      addressShipping: null,
      orderCount: null,
      totalSpent: null,
    });
  });

  it.each([
    ['1', 'male'],
    [1, 'male'],
    ['2', 'female'],
    ['0', 'unknown'],
    ['', 'unknown'],
    [null, 'unknown'],
    [undefined, 'unknown'],
    ['3', 'other'],
  ])('maps id_gender %p to %s', (id_gender, gender) => {
    expect(mapped({ id_gender })).toMatchObject({ gender, title: null });
  });

  it.each([
    ['1985-05-01', '1985-05-01'],
    ['0000-00-00', null],
    ['', null],
    [null, null],
    ['1985-00-00', null],
    ['1985-02-31', null],
  ])('maps birthday %p to %p', (birthday, dateOfBirth) => {
    expect(mapped({ birthday }).dateOfBirth).toBe(dateOfBirth);
  });

  it('trims text and maps blank text to null', () => {
    expect(mapped({ firstname: ' Zoë ', lastname: '  ' })).toMatchObject({ firstName: 'Zoë', lastName: null });
  });

  it.each([[''], [null], [undefined]])('skips a customer with e-mail address %p', (email) => {
    expect(mapCustomer({ ...base, email }, { zone })).toEqual(new UnmappableRow('50', 'the customer has no e-mail address'));
  });

  it('flags lost dates', () => {
    const lost = mapped({ date_add: '0000-00-00 00:00:00', date_upd: '' });
    expect([lost.createdAt, attribute(lost, 'dates_lost'), attribute(mapped({}), 'dates_lost')]).toEqual([lostDate, true, undefined]);
  });

  it.each([null, [], 'x', {}, { id: '' }, { id: null }])('skips %j, which has no id', (row) => {
    expect(mapCustomer(row, { zone })).toEqual(new UnmappableRow(null, 'the customer has no id'));
  });

  it('keeps guests with the same e-mail address apart', () => {
    const guests = [1, 2].map((id) => mapped({ id, email: 'guest@mail.example', is_guest: '1' }));
    expect(guests.map(({ sourceId }) => sourceId)).toEqual(['1', '2']);
    expect(guests.map((guest) => attribute(guest, 'is_guest'))).toEqual([true, true]);
  });
});

describe('newsletter consent', () => {
  it.each([
    ['1', '2024-01-02 03:04:05', true, '2024-01-02T03:04:05+01:00'],
    ['1', '0000-00-00 00:00:00', true, null],
    ['0', '2024-01-02 03:04:05', false, null],
    [undefined, undefined, false, null],
  ])('maps newsletter %p with date %p, never confirmed', (newsletter, newsletter_date_add, subscribed, subscribedAt) => {
    expect(mapped({ newsletter, newsletter_date_add }).newsletterConsent).toMatchObject({
      subscribed,
      subscribedAt,
      confirmed: false,
      confirmedAt: null,
      unsubscribedAt: null,
      channel: 'email',
    });
  });

  it.each([
    ['203.0.113.1', '203.0.113.1'],
    ['2001:db8::1', '2001:db8::1'],
    ['', null],
    ['unknown', null],
    ['300.1.1.1', null],
  ])('maps ip_registration_newsletter %p to %p', (ip_registration_newsletter, ipAddress) => {
    expect(mapped({ ip_registration_newsletter }).newsletterConsent?.ipAddress).toBe(ipAddress);
  });

  it('is separate from optin, which is for partner offers', () => {
    const record = mapped({ newsletter: '0', optin: '1' });
    expect(record.newsletterConsent?.subscribed).toBe(false);
    expect(attribute(record, 'optin')).toBe(true);
  });
});

describe('custom attributes of a customer', () => {
  it.each(['passwd', 'secure_key', 'last_passwd_gen', 'reset_password_token', 'reset_password_validity', 'note'])('omit %s', (field) => {
    expect(base).toHaveProperty(field);
    for (const row of recordedRows('customers-full-page-001')) {
      const secret = row[field];
      const record = map({ ...row, [field]: typeof secret === 'string' && secret !== '' ? secret : 'canary-3f81' });
      expect(attribute(record, field)).toBeUndefined();
      expect(JSON.stringify(record)).not.toContain('canary-3f81');
    }
  });

  it('convert flags and amounts and keep ids as text', () => {
    const record = mapped({
      company: 'Firma & Söhne GmbH',
      siret: '123',
      ape: '',
      website: null,
      id_lang: '2',
      id_default_group: 3,
      id_shop: '1',
      is_guest: '0',
      active: '1',
      deleted: '1',
      optin: '0',
      outstanding_allow_amount: '12.345000',
      max_payment_days: '30',
      id_risk: '0',
    });
    const values = Object.fromEntries(record.customAttributes.map(({ key, value }) => [key.replace('commerce_b.', ''), value]));
    expect(values).toMatchObject({
      company: 'Firma & Söhne GmbH',
      siret: '123',
      id_lang: '2',
      id_default_group: '3',
      id_shop: '1',
      is_guest: false,
      active: true,
      deleted: true,
      optin: false,
      outstanding_allow_amount: 1235,
      max_payment_days: '30',
      id_risk: '0',
    });
    expect(values).not.toHaveProperty('ape');
    expect(values).not.toHaveProperty('website');
  });

  it('do not repeat properties of the record', () => {
    const keys = mapped({}).customAttributes.map(({ key }) => key.replace('commerce_b.', ''));
    for (const field of [
      'id',
      'email',
      'firstname',
      'lastname',
      'id_gender',
      'birthday',
      'newsletter',
      'date_add',
      'date_upd',
      'associations',
    ])
      expect(keys).not.toContain(field);
  });
});

function dayIn(value: unknown): string | null {
  return typeof value === 'string' && !value.startsWith('0000') ? value : null;
}
