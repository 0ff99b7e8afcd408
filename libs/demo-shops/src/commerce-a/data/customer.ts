import { createHash } from 'node:crypto';
import { SeededRandom } from './seeded-random';
import { createdMs, modifiedMs, saltOf, type ShopSetup } from './shop-setup';
import { dateTexts } from './shop-time';
import { companies, firstNames, lastNames, mailDomains, towns, type Town } from './vocabulary';

export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  company: string;
  street: string;
  town: Town;
  phone: string;
}

/** The same person for the same id, wherever it appears: as a customer and as the buyer of an order. */
export function person(setup: ShopSetup, id: number, salt: number): Person {
  const random = new SeededRandom(setup.seed, salt, id);
  const town = random.pick(towns);
  return {
    firstName: random.pick(firstNames),
    lastName: random.pick(lastNames),
    email: `${salt === saltOf('customers') ? 'customer' : 'guest'}${id}@${random.pick(mailDomains)}`,
    company: random.chance(0.15) ? random.pick(companies) : '',
    street: `${town.street} ${random.between(1, 240)}`,
    town,
    phone: random.chance(0.8) ? `${town.dialling} 000 ${10_000 + id}` : '',
  };
}

const emptyAddress = {
  first_name: '',
  last_name: '',
  company: '',
  address_1: '',
  address_2: '',
  city: '',
  postcode: '',
  country: '',
  state: '',
};

/** All keys are there, with "" when empty; billing has an e-mail address, shipping has none. */
export function address(who: Person | null) {
  if (!who) return { ...emptyAddress };
  return {
    first_name: who.firstName,
    last_name: who.lastName,
    company: who.company,
    address_1: who.street,
    address_2: '',
    city: who.town.city,
    postcode: who.town.postcode,
    country: who.town.country,
    state: who.town.state,
  };
}

/** Customers are listed by this name. */
export function displayName(setup: ShopSetup, id: number): string {
  const { firstName, lastName } = person(setup, id, saltOf('customers'));
  return `${firstName} ${lastName}`;
}

function metaData(random: SeededRandom, id: number) {
  const entries: { id: number; key: string; value: unknown }[] = [];
  const add = (key: string, value: unknown) => entries.push({ id: id * 10 + entries.length, key, value });
  // Scalars come back as text, everything else as it was stored.
  if (random.chance(0.5)) add('newsletter_optin', random.chance(0.6) ? 'yes' : 'no');
  if (random.chance(0.3)) add('loyalty_points', String(random.between(0, 900)));
  if (random.chance(0.1)) add('score', '4.75');
  if (random.chance(0.1)) add('preferences', { lang: 'de', sizes: ['M', 'L'], nested: { a: 1 } });
  return entries;
}

export function links(setup: ShopSetup, collection: string, id: number) {
  const base = `${setup.storeBase}/wp-json/wc/v3/${collection}`;
  return {
    self: [{ href: `${base}/${id}`, targetHints: { allow: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] } }],
    collection: [{ href: base }],
  };
}

/** A customer as REST v3 shows it: without orders_count and total_spent, which v3 does not have. */
export function customerRecord(setup: ShopSetup, id: number): Record<string, unknown> {
  const who = person(setup, id, saltOf('customers'));
  const random = new SeededRandom(setup.seed, saltOf('customers'), id, 1);
  const created = dateTexts(createdMs(setup, 'customers', id), setup.timeZone);
  const modifiedAt = modifiedMs(setup, 'customers', id);
  const modified = dateTexts(modifiedAt, setup.timeZone);
  const touched = modifiedAt === null ? null : who;
  return {
    id,
    date_created: created.local,
    date_created_gmt: created.gmt,
    date_modified: modified.local,
    date_modified_gmt: modified.gmt,
    email: who.email,
    first_name: who.firstName,
    last_name: random.chance(0.03) ? '' : who.lastName,
    role: 'customer',
    username: `cust_${id}`,
    billing: { ...address(touched), email: touched ? who.email : '', phone: touched ? who.phone : '' },
    shipping: { ...address(touched && random.chance(0.4) ? touched : null), phone: '' },
    is_paying_customer: random.chance(0.6),
    avatar_url: `https://secure.gravatar.com/avatar/${createHash('sha256').update(who.email).digest('hex')}?s=96&d=mm&r=g`,
    meta_data: touched ? metaData(random, id) : [],
    _links: links(setup, 'customers', id),
  };
}
