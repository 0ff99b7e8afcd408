import { SeededRandom } from '../../commerce-a/data/seeded-random';
import { companies, firstNames, lastNames, mailDomains } from '../../commerce-a/data/vocabulary';
import { createdMs, modifiedMs, salts, shopTime, zeroDate, zeroTime, type ShopSetup } from './shop-setup';

const hex = '0123456789abcdef';
const day = 24 * 3_600_000;

export interface Person {
  firstName: string;
  lastName: string;
  company: string | null;
}

/** The same person for the same id, as a customer and in addresses. */
export function person(setup: ShopSetup, id: number): Person {
  const random = new SeededRandom(setup.seed, salts.customers, id);
  const firstName = random.pick(firstNames);
  const lastName = random.pick(lastNames);
  return { firstName, lastName, company: random.chance(0.15) ? random.pick(companies) : null };
}

export function isGuest(setup: ShopSetup, id: number): boolean {
  return new SeededRandom(setup.seed, salts.customers, id, 2).chance(0.08);
}

/** A guest may be someone who has bought before: rows of guests share addresses. */
function email(setup: ShopSetup, id: number): string {
  const random = new SeededRandom(setup.seed, salts.customers, id, 3);
  if (isGuest(setup, id) && id > setup.firstId && random.chance(0.5)) return email(setup, id - 1);
  return `kunde${id}${random.chance(0.1) ? '+shop' : ''}@${random.pick(mailDomains)}`;
}

/** Of the customer and of each of its orders: it opens pages without a login. */
export function secureKey(setup: ShopSetup, id: number): string {
  return new SeededRandom(setup.seed, salts.customers, id, 4).text(32, hex);
}

function birthday(random: SeededRandom): string {
  if (random.chance(0.7)) return zeroDate;
  return new Date(Date.UTC(1950, 0, 1) + random.between(0, 20_000) * day).toISOString().slice(0, 10);
}

function newsletter(setup: ShopSetup, random: SeededRandom, created: number, id: number) {
  const subscribed = random.chance(0.5);
  return {
    newsletter_date_add: subscribed ? shopTime(created + random.between(60, 86_400) * 1000, setup.timeZone) : zeroTime,
    ip_registration_newsletter: subscribed ? `203.0.113.${id % 256}` : random.pick(['', null]),
    newsletter: subscribed ? '1' : '0',
    optin: random.chance(0.2) ? '1' : '0',
  };
}

function secrets(setup: ShopSetup, random: SeededRandom, created: number, id: number) {
  const asked = random.chance(0.03);
  return {
    last_passwd_gen: shopTime(created - 6 * 3_600_000, setup.timeZone),
    secure_key: secureKey(setup, id),
    passwd: random.chance(0.3) ? random.text(32, hex) : `$2y$10$${random.text(53, `${hex}./XYZ`)}`,
    reset_password_token: asked ? random.text(40, hex) : random.pick(['', null]),
    reset_password_validity: asked ? shopTime(created + day, setup.timeZone) : zeroTime,
  };
}

/** A customer as the webservice shows it: with its secrets, without a count of orders, without addresses. */
export function customerRecord(setup: ShopSetup, id: number): Record<string, unknown> {
  const who = person(setup, id);
  const guest = isGuest(setup, id);
  const random = new SeededRandom(setup.seed, salts.customers, id, 1);
  const created = createdMs(setup, 'customers', id);
  const secret = secrets(setup, random, created, id);
  const letters = newsletter(setup, random, created, id);
  const group = guest ? '2' : '3';
  const unset = random.pick(['', null]);
  return {
    id,
    id_default_group: group,
    id_lang: String(random.between(1, setup.languages.length)),
    newsletter_date_add: letters.newsletter_date_add,
    ip_registration_newsletter: letters.ip_registration_newsletter,
    last_passwd_gen: secret.last_passwd_gen,
    secure_key: secret.secure_key,
    deleted: random.chance(0.02) ? '1' : '0',
    passwd: secret.passwd,
    lastname: who.lastName,
    firstname: who.firstName,
    email: email(setup, id),
    id_gender: random.pick(['0', '1', '2']),
    birthday: birthday(random),
    newsletter: letters.newsletter,
    optin: letters.optin,
    website: who.company === null ? unset : 'https://firma.example',
    company: who.company ?? unset,
    siret: unset,
    ape: unset,
    outstanding_allow_amount: '0.000000',
    show_public_prices: '0',
    id_risk: '0',
    max_payment_days: '0',
    active: random.chance(0.92) ? '1' : '0',
    note: random.chance(0.06) ? 'VIP – "careful"' : unset,
    is_guest: guest ? '1' : '0',
    id_shop: '1',
    id_shop_group: '1',
    date_add: shopTime(created, setup.timeZone),
    date_upd: shopTime(modifiedMs(setup, 'customers', id), setup.timeZone),
    reset_password_token: secret.reset_password_token,
    reset_password_validity: secret.reset_password_validity,
    associations: { groups: random.chance(0.97) ? [{ id: group }] : [] },
  };
}
