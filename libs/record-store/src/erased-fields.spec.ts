import { systemCapabilities, type SystemCapability } from '@sync/records';
import fc from 'fast-check';
import { withoutClientAddresses } from './client-addresses';
import { contentColumns } from './columns';
import { erasedFields, namedAddresses, ownAddresses } from './erased-fields';
import { toPageRows } from './page-rows';
import { customer, lineItem, order, product } from './testing/record-fixtures';

const erika = 'erika@example.com';
const isErased = (plain: string) => plain === erika;
const fieldsOf = (capability: SystemCapability, record: object) => toPageRows(capability, [record as never])[0]?.fields ?? [];

const person = fc.record({
  name: fc.stringMatching(/^[A-ZÄÖ][a-zß]{6,12}\u2603$/),
  phone: fc.stringMatching(/^\+49 [0-9]{3} [0-9]{7}$/),
  street: fc.stringMatching(/^[A-Z][a-z]{6,10} \u2603 [0-9]{2}$/),
});
const spelling = fc.constantFrom('Erika@Example.com', ' ERIKA@example.COM', erika);

describe('a record about an erased person', () => {
  it('names the person nowhere, keeps ids, times, amounts and counts, and erased again stays the same', () => {
    fc.assert(
      fc.property(person, spelling, ({ name, phone, street }, email) => {
        const address = {
          firstName: name,
          lastName: name,
          company: name,
          address1: street,
          address2: street,
          city: street,
          region: street,
          postalCode: street,
          country: 'DE',
          phone,
          email,
          vatId: phone,
        };
        const about = {
          addressBilling: address,
          addressShipping: address,
          tags: [name],
          customAttributes: [name, phone, street, email].map((value, place) => ({ key: `commerce_a.meta.${place}`, value })),
        };
        const own = {
          ...about,
          email,
          firstName: name,
          lastName: name,
          phone,
          title: name,
          zip: street,
          dateOfBirth: street,
          sourceCustomId: name,
        };
        for (const [capability, record] of [
          ['customers', customer('7', own)],
          ['orders', order('8', { ...about, lineItems: [lineItem('1', '2')] })],
        ] as const) {
          const before = fieldsOf(capability, record);
          expect(ownAddresses(capability, before)).toContain(erika);
          const after = erasedFields(capability, before, isErased, true);
          for (const trace of [name, phone, street, erika]) expect(after.join('\n').toLowerCase()).not.toContain(trace.toLowerCase());
          const kept = contentColumns[capability].flatMap(({ name: column, type }, place) =>
            type === 'bigint' || /_at(_utc)?$|_id$|^system$|status|currency/.test(column) ? [place] : [],
          );
          expect(
            kept.filter((place) => after[place] !== before[place] && contentColumns[capability][place]?.name !== 'source_custom_id'),
          ).toEqual([]);
          expect(erasedFields(capability, after, isErased, true)).toEqual(after);
        }
      }),
    );
  });
});

describe('another record', () => {
  it.each<[SystemCapability, object, object]>([
    [
      'customers',
      { customAttributes: [{ key: 'a.b', value: 'by Erika@example.com' }] },
      { customAttributes: [{ key: 'a.b', value: null }] },
    ],
    [
      'orders',
      { lineItems: [lineItem('1', '2', { name: 'A card for erika@example.com' })] },
      { lineItems: [lineItem('1', '2', { name: 'A card for [erased]' })] },
    ],
    ['products', { description: 'Made by ERIKA@example.com.', tags: [erika] }, { description: 'Made by [erased].', tags: ['[erased]'] }],
  ])('of %s loses what names the person, and nothing else', (capability, named, erased) => {
    const make = { customers: customer, orders: order, products: product }[capability] as (id: string, fields: object) => object;
    const fields = fieldsOf(capability, make('7', named));
    expect(namedAddresses(capability, fields)).toContain(erika);
    expect(ownAddresses(capability, fields)).not.toContain(erika);
    expect(erasedFields(capability, fields, isErased, false)).toEqual(fieldsOf(capability, make('7', erased)));
  });

  it.each(systemCapabilities)('of %s stays as it is if it names no erased person', (capability) => {
    const make = { customers: customer, orders: order, products: product }[capability] as (id: string, fields: object) => object;
    const fields = fieldsOf(capability, make('7', { customAttributes: [{ key: 'a.b', value: 'someone@example.com' }] }));
    expect(erasedFields(capability, fields, isErased, false)).toEqual(fields);
  });
});

describe('network addresses and browsers of customers', () => {
  const keysOf = (keys: string[]) =>
    withoutClientAddresses<'orders'>(order('1', { customAttributes: keys.map((key) => ({ key, value: 'x' })) })).customAttributes.map(
      ({ key }) => key,
    );

  it('are left out', () => {
    const consent = {
      ...{ subscribed: true, confirmed: false, channel: 'email' as const, subscribedAt: null, subscribedAtUtc: null, confirmedAt: null },
      confirmedAtUtc: null,
      unsubscribedAt: null,
      unsubscribedAtUtc: null,
      source: null,
    };
    const record = customer('1', { newsletterConsent: { ...consent, ipAddress: '192.0.2.7' } });
    expect(withoutClientAddresses<'customers'>(record)).toEqual({ ...record, newsletterConsent: { ...consent, ipAddress: null } });
    const names = [
      'customer_ip_address',
      'customer_user_agent',
      'meta._customer_ip_address',
      'meta._wc_order_attribution_user_agent',
      'meta.signup_ip',
      'ip',
      'meta.clientIp',
      'meta.remote_addr',
      'meta.User-Agent',
    ];
    expect(keysOf(names.map((name) => `commerce_a.${name}`))).toEqual([]);
  });

  it('differ from what only looks like them', () => {
    const others = [
      'shipping_total',
      'zip',
      'meta.vip',
      'meta.shipaddress',
      'meta.tip',
      'description',
      'meta.agent',
      'recipient',
      'relationship',
    ].map((name) => `commerce_a.${name}`);
    expect(keysOf(others)).toEqual(others);
  });
});
