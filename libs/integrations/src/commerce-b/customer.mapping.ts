import { isIP } from 'node:net';
import type { ConsentData, CustomerData, Gender } from '@sync/records';
import { asRow, sourceId, UnmappableRow, type PlatformRow } from '../mapping/platform-values';
import { utcOfOffset } from '../mapping/utc-time';
import { scalarAttributes, type FieldKinds } from './scalar-attributes';
import { dayOf, isoDate, recordDates } from './shop-dates';
import { flag, plainText } from './shop-values';
import type { ShopZone } from './shop-zone';

export interface CustomerContext {
  zone: ShopZone | null;
}

const kinds: FieldKinds = {
  mapped: new Set([
    'id',
    'email',
    'date_add',
    'date_upd',
    'firstname',
    'lastname',
    'id_gender',
    'birthday',
    'newsletter',
    'newsletter_date_add',
    'ip_registration_newsletter',
  ]),
  flags: new Set(['is_guest', 'active', 'deleted', 'optin', 'show_public_prices']),
  money: new Set(['outstanding_allow_amount']),
};

/** The platform's defaults. A shop may rename them, and the webservice does not expose the names. */
const genders = new Map<string, Gender>([
  ['1', 'male'],
  ['2', 'female'],
]);

/** Skips a row without id or e-mail address. Guests stay separate records, even with the same address. */
export function mapCustomer(value: unknown, { zone }: CustomerContext): CustomerData | UnmappableRow {
  const row = asRow(value);
  const id = sourceId(row?.id);
  if (!row || id === null) return new UnmappableRow(null, 'the customer has no id');
  const email = plainText(row.email);
  if (email === null) return new UnmappableRow(id, 'the customer has no e-mail address');
  const { datesLost, ...dates } = recordDates(row, zone);
  const customAttributes = scalarAttributes(row, kinds, zone);
  if (datesLost) customAttributes.push({ key: 'commerce_b.dates_lost', value: true });
  return {
    id: null,
    sourceId: id,
    system: 'commerce_b',
    email,
    ...dates,
    tags: [],
    customAttributes,
    sourceCustomId: null,
    firstName: plainText(row.firstname),
    lastName: plainText(row.lastname),
    phone: null,
    title: null,
    zip: null,
    dateOfBirth: dayOf(row.birthday),
    gender: genderOf(row.id_gender),
    newsletterConsent: consentOf(row, zone),
    addressBilling: null,
    addressShipping: null,
    orderCount: null,
    totalSpent: null,
  };
}

function genderOf(value: unknown): Gender {
  const id = sourceId(value);
  return id === null || id === '0' ? 'unknown' : (genders.get(id) ?? 'other');
}

/** Always present, so that a "no" is explicit. Never confirmed: the flag is no proof of a double opt-in. */
function consentOf(row: PlatformRow, zone: ShopZone | null): ConsentData {
  const subscribed = flag(row.newsletter);
  const subscribedAt = subscribed ? isoDate(row.newsletter_date_add, zone) : null;
  const address = plainText(row.ip_registration_newsletter);
  return {
    subscribed,
    confirmed: false,
    channel: 'email',
    subscribedAt,
    subscribedAtUtc: utcOfOffset(subscribedAt),
    confirmedAt: null,
    confirmedAtUtc: null,
    unsubscribedAt: null,
    unsubscribedAtUtc: null,
    source: 'integration',
    ipAddress: address !== null && isIP(address) !== 0 ? address : null,
  };
}
