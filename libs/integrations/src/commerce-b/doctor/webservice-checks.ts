import type { Observation, ShopCheck } from '@sync/integration-contract';
import { byteOrderMark, good, notice, problem, refusal } from '../../shop-doctor/observations';
import { errorCodes } from '../refusal';
import { flag, plainText } from '../shop-values';
import { ShopZone } from '../shop-zone';
import type { ShopQuestions } from './shop-questions';

const webservicePage = "In the shop's back office, open Advanced Parameters > Webservice, edit the key";

/** Lookup tables that an export reads, and what is missing without them. */
const tables: Readonly<Record<string, string>> = {
  categories: 'products have no categories',
  configurations: 'times have no offset, and the default currency is not known',
  countries: 'addresses have no country',
  order_states: 'the status of an order is a number',
  states: 'addresses have no region',
};
/** Without currencies and addresses, orders fail. */
const required = ['customers', 'products', 'orders', 'currencies', 'addresses'];
/** Few shops need these: the key is in order without them. */
const optional: Readonly<Record<string, string>> = {
  order_slip: 'refunds are not known',
  tags: 'products have no tags',
};

/** Checks of the webservice, the key's rights and the shop's settings. */
export function webserviceChecks(shop: ShopQuestions): ShopCheck[] {
  const needs = ['webservice'];
  return [
    { name: 'webservice', title: 'The webservice responds and knows the key', look: () => lookAtService(shop) },
    { name: 'shops', title: 'The installation has one shop', needs, look: () => lookAtShops(shop) },
    { name: 'rights', title: 'The key may read what exports need', needs, look: () => lookAtRights(shop) },
    { name: 'time-zone', title: 'The shop reports its time zone', needs, look: () => lookAtTimeZone(shop) },
    { name: 'languages', title: 'The shop reports its languages', needs, look: () => lookAtLanguages(shop) },
    { name: 'currencies', title: 'The shop reports its currencies', needs: ['rights'], look: () => lookAtCurrencies(shop) },
  ];
}

/** Whether the webservice knows the key, and the key may read what exports need. */
export function accessChecks(shop: ShopQuestions): ShopCheck[] {
  return webserviceChecks(shop).filter(({ name }) => name === 'webservice' || name === 'rights');
}

async function lookAtService(shop: ShopQuestions): Promise<Observation> {
  const { reply, rows, wrong, tookMs } = await shop.shops();
  if (wrong) return wrong;
  if (rows.length === 0)
    return problem(
      'It responds, and names no shop.',
      'The key has access to no shop of the installation.',
      `${webservicePage}, and choose its shop.`,
    );
  if (reply.startsWithByteOrderMark()) return byteOrderMark('Its response');
  const version = plainText(reply.header('psws-version')) ?? '';
  return good(`It responds after ${tookMs} ms${/^\d[\d.]{0,15}$/.test(version) ? `, in version ${version}` : ''}.`);
}

async function lookAtShops(shop: ShopQuestions): Promise<Observation> {
  const { rows } = await shop.shops();
  const shops = rows?.length ?? 0;
  if (shops === 1) return good('There is one.');
  return notice(
    `There are ${shops}.`,
    'Orders and customers of all shops that the key has access to come through this connection; products have the texts and prices of the first shop.',
    `For one shop only: ${webservicePage.replace(/^I/, 'i')}, and give it access to that shop alone.`,
  );
}

async function lookAtRights(shop: ShopQuestions): Promise<Observation> {
  const missing = await unreadable(shop, [...required, ...Object.keys(tables)]);
  if (missing.length === 0) {
    const further = (await unreadable(shop, Object.keys(optional))).map((resource) => `; without ${resource}, ${optional[resource]}`);
    return good(`It may read all of it${further.join('')}.`);
  }
  const evidence = `It may not read ${missing.join(', ')}.`;
  const advice = `${webservicePage}, and tick "View (GET)" for each of them.`;
  const consequences = missing.flatMap((resource) => tables[resource] ?? []);
  if (missing.some((resource) => required.includes(resource)))
    return refusal(evidence, 'The key has no right on them: their exports fail.', advice);
  return notice(evidence, `The key has no right on them: ${consequences.join('; ')}.`, advice);
}

async function unreadable(shop: ShopQuestions, resources: readonly string[]): Promise<string[]> {
  const missing: string[] = [];
  for (const resource of resources) {
    const { reply, wrong } = await shop.list(resource, { limit: '0,1' });
    if (wrong && reply.status === 401 && wrong.evidence.includes(`error ${errorCodes.resourceNotAllowed}`)) missing.push(resource);
  }
  return missing;
}

async function lookAtTimeZone(shop: ShopQuestions): Promise<Observation> {
  const { rows } = await shop.list('configurations', { 'filter[name]': '[PS_TIMEZONE]', display: 'full' });
  const name = plainText(rows?.find((row) => row.name === 'PS_TIMEZONE')?.value);
  if (name !== null && ShopZone.named(name)) return good(`It is ${name}.`);
  return notice(
    name === null ? 'The shop does not report it.' : 'The shop reports an unknown zone.',
    'Times of the shop have no offset. Without its zone they are passed on as they are, and exports of changes fetch more than they would have to.',
    `${webservicePage}, and tick "View (GET)" for configurations. In Localization, choose the time zone of the shop.`,
  );
}

async function lookAtLanguages(shop: ShopQuestions): Promise<Observation> {
  const { rows } = await shop.list('languages', { display: '[id,active]' });
  // Then the list of languages is not needed.
  if (!rows && (await reportsDefaultLanguage(shop))) return good('It reports its default one, whose texts the records have.');
  const active = rows?.filter((row) => flag(row.active)).length ?? 0;
  if (active > 0) return good(`It has ${active}; records have the texts of the default one.`);
  return notice(
    'The shop reports none.',
    'The key has no right on languages, or none is active.',
    `${webservicePage}, and tick "View (GET)" for languages.`,
  );
}

async function reportsDefaultLanguage(shop: ShopQuestions): Promise<boolean> {
  const { rows } = await shop.list('configurations', { 'filter[name]': '[PS_LANG_DEFAULT]', display: 'full' });
  return rows?.some((row) => row.name === 'PS_LANG_DEFAULT' && plainText(row.value) !== null) ?? false;
}

async function lookAtCurrencies(shop: ShopQuestions): Promise<Observation> {
  const { rows } = await shop.list('currencies', { display: '[id,iso_code]' });
  const codes = (rows ?? []).flatMap((row) => plainText(row.iso_code) ?? []).filter((code) => /^[A-Za-z]{3}$/.test(code));
  if (codes.length > 0) return good(`It has ${codes.length}: ${codes.slice(0, 10).join(', ')}.`);
  return problem(
    'None has a code of three letters.',
    'No currency is installed: orders make no records.',
    'In Localization > Currencies, install the currency of the shop.',
  );
}
