import { SeededRandom } from '../../commerce-a/data/seeded-random';
import { towns } from '../../commerce-a/data/vocabulary';
import { person } from './customer';
import { countryId, stateId } from './places';
import { createdMs, salts, shopTime, type ShopSetup } from './shop-setup';

/** Every customer has a first address; some a second one, the half of which was deleted and stays with the orders that name it. */
export function addressIds(setup: ShopSetup, customerId: number): { first: number; second: number | null } {
  const hasSecond = new SeededRandom(setup.seed, salts.addresses, customerId).chance(0.3);
  return { first: 2 * customerId - 1, second: hasSecond ? 2 * customerId : null };
}

export function customerOfAddress(id: number): number {
  return Math.ceil(id / 2);
}

export function addressRecord(setup: ShopSetup, id: number): Record<string, unknown> {
  const customerId = customerOfAddress(id);
  const who = person(setup, customerId);
  const random = new SeededRandom(setup.seed, salts.addresses, id, 1);
  const town = random.pick(towns);
  const isSecond = id % 2 === 0;
  const at = shopTime(createdMs(setup, 'customers', customerId) + (isSecond ? 86_400_000 : 300_000), setup.timeZone);
  const number = `${town.dialling} 000 ${10_000 + (id % 1_000_000)}`;
  return {
    id,
    id_customer: String(customerId),
    id_manufacturer: '0',
    id_supplier: '0',
    id_warehouse: '0',
    id_country: String(countryId(town.country)),
    id_state: String(stateId(town.country, town.state)),
    alias: isSecond ? 'Büro' : 'Mon adresse',
    company: who.company ?? '',
    lastname: who.lastName,
    firstname: who.firstName,
    vat_number: who.company !== null && random.chance(0.6) ? `${town.country}${100_000_000 + (id % 1_000_000)}` : '',
    address1: `${town.street} ${random.between(1, 240)}`,
    address2: random.chance(0.15) ? '3. OG links' : '',
    postcode: town.postcode,
    city: town.city,
    other: random.chance(0.1) ? 'Bitte klingeln' : '',
    phone: random.chance(0.6) ? number : '',
    phone_mobile: random.chance(0.3) ? number : '',
    dni: town.country === 'ES' && random.chance(0.7) ? '00000000T' : '',
    deleted: isSecond && random.chance(0.5) ? '1' : '0',
    date_add: at,
    date_upd: at,
  };
}
