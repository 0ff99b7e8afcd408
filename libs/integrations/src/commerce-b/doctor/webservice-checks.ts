import type { Observation, ShopCheck } from '@sync/integration-contract';
import type { StoreReply } from '../../store-http/store-reply';
import { byteOrderMark, good, notice, problem, refusal } from '../../shop-doctor/observations';
import { errorCodes } from '../refusal';
import { flag, plainText } from '../shop-values';
import { ShopZone } from '../shop-zone';
import type { CheckedReply, ShopQuestions } from './shop-questions';

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
/** Lists whose failures other checks report. */
const hasOwnCheck: ReadonlySet<string> = new Set(['customers', 'products', 'orders', 'currencies', 'configurations']);
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
  const { missing, obstacle } = await lookAtLists(shop, [...required, ...Object.keys(tables)]);
  const evidence = `It may not read ${missing.join(', ')}.`;
  const advice = `${webservicePage}, and tick "View (GET)" for each of them.`;
  if (missing.some((resource) => required.includes(resource)))
    return refusal(evidence, 'The key has no right on them: their exports fail.', advice);
  if (obstacle) return obstacle;
  if (missing.length > 0) {
    const consequences = missing.flatMap((resource) => tables[resource] ?? []);
    return notice(evidence, `The key has no right on them: ${consequences.join('; ')}.`, advice);
  }
  const without = (await lookAtLists(shop, Object.keys(optional))).missing;
  return good(`It may read all of it${without.map((resource) => `; without ${resource}, ${optional[resource]}`).join('')}.`);
}

/** Statuses that concern one resource only: exports do without it. A page with such a status stands in front of the shop. */
const resourceStatuses: ReadonlySet<number> = new Set([400, 403, 404, 405]);

/** What keeps a list from being read, other than the shop's own refusal of that list. */
function obstacleIn({ reply, wrong }: CheckedReply): Observation | null {
  if (!wrong) return null;
  const isRefused = !reply.isHtml() && (lacksRight(reply, wrong) || resourceStatuses.has(reply.status));
  return isRefused ? null : wrong;
}

function lacksRight(reply: StoreReply, wrong: Observation): boolean {
  return reply.status === 401 && wrong.evidence.includes(`error ${errorCodes.resourceNotAllowed}`);
}

interface Looks {
  /** Lists that the key may not read. */
  missing: string[];
  /** What keeps the first of the others from being read, unless a check of its own reports that. */
  obstacle: Observation | null;
}

async function lookAtLists(shop: ShopQuestions, resources: readonly string[]): Promise<Looks> {
  const looks: Looks = { missing: [], obstacle: null };
  for (const resource of resources) {
    const checked = await shop.list(resource, { limit: '0,1' });
    if (checked.wrong && lacksRight(checked.reply, checked.wrong)) looks.missing.push(resource);
    else if (!hasOwnCheck.has(resource)) looks.obstacle ??= obstacleIn(checked);
  }
  return looks;
}

async function lookAtTimeZone(shop: ShopQuestions): Promise<Observation> {
  const settings = await shop.list('configurations', { 'filter[name]': '[PS_TIMEZONE]', display: 'full' });
  const obstacle = obstacleIn(settings);
  if (obstacle) return obstacle;
  const name = plainText(settings.rows?.find((row) => row.name === 'PS_TIMEZONE')?.value);
  if (name !== null && ShopZone.named(name)) return good(`It is ${name}.`);
  return notice(
    name === null ? 'The shop does not report it.' : 'The shop reports an unknown zone.',
    'Times of the shop have no offset. Without its zone they are passed on as they are, and exports of changes fetch more than they would have to.',
    `${webservicePage}, and tick "View (GET)" for configurations. In Localization, choose the time zone of the shop.`,
  );
}

async function lookAtLanguages(shop: ShopQuestions): Promise<Observation> {
  const languages = await shop.list('languages', { display: '[id,active]' });
  if (languages.wrong) return languages.reply.isHtml() ? languages.wrong : lookAtDefaultLanguage(shop, languages);
  const active = languages.rows.filter((row) => flag(row.active)).length;
  return active > 0 ? good(`It has ${active}; records have the texts of the default one.`) : noLanguages();
}

/** Records have the texts of the default language: with it the list of languages is not needed. */
async function lookAtDefaultLanguage(shop: ShopQuestions, languages: CheckedReply): Promise<Observation> {
  const settings = await shop.list('configurations', { 'filter[name]': '[PS_LANG_DEFAULT]', display: 'full' });
  if (settings.rows?.some((row) => row.name === 'PS_LANG_DEFAULT' && plainText(row.value) !== null))
    return good('It reports its default one, whose texts the records have.');
  return obstacleIn(languages) ?? obstacleIn(settings) ?? noLanguages();
}

function noLanguages(): Observation {
  return notice(
    'The shop reports none.',
    'The key has no right on languages, or none is active.',
    `${webservicePage}, and tick "View (GET)" for languages.`,
  );
}

async function lookAtCurrencies(shop: ShopQuestions): Promise<Observation> {
  const currencies = await shop.list('currencies', { display: '[id,iso_code]' });
  const obstacle = obstacleIn(currencies);
  if (obstacle) return obstacle;
  const codes = (currencies.rows ?? []).flatMap((row) => plainText(row.iso_code) ?? []).filter((code) => /^[A-Za-z]{3}$/.test(code));
  if (codes.length > 0) return good(`It has ${codes.length}: ${codes.slice(0, 10).join(', ')}.`);
  return problem(
    'None has a code of three letters.',
    'No currency is installed: orders make no records.',
    'In Localization > Currencies, install the currency of the shop.',
  );
}
