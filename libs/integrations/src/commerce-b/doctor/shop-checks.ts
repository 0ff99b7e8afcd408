import { systemCapabilities } from '@sync/records';
import { credentialText } from '../../mapping/credentials';
import { asRow, text } from '../../mapping/platform-values';
import { check, firstToHold, inTurn, otherwise, when, type Check, type Verdict } from '../../shop-doctor/check';
import { cacheCheck, idsIn, listsThat, readChecks, speedCheck, stableOrderCheck } from '../../shop-doctor/list-checks';
import { oldPluginVerdict, plainVersion } from '../../shop-doctor/plugin-verdicts';
import { byteOrderMark, jsonIn } from '../../shop-doctor/response-verdicts';
import { moduleName } from '../shop-base';
import { flag, plainText } from '../shop-values';
import { ShopZone } from '../shop-zone';
import type { ListResponse, ShopQuestions } from './shop-questions';

const webservicePage = "In the shop's back office, open Advanced Parameters > Webservice, edit the key";

/** Without any of these, exports fail. */
const required = ['customers', 'products', 'orders', 'currencies', 'addresses'];
/** Lookup tables that an export reads, and what is missing without them. */
const tables: Readonly<Record<string, string>> = {
  categories: 'products have no categories',
  configurations: 'times have no offset, and the default currency is not known',
  countries: 'addresses have no country',
  order_states: 'the status of an order is a number',
  states: 'addresses have no region',
};
/** Few shops need these: the key is in order without them. */
const optional: Readonly<Record<string, string>> = {
  order_slip: 'refunds are not known',
  tags: 'products have no tags',
};
/** Other checks report why these cannot be read. */
const hasOwnCheck: ReadonlySet<string> = new Set(['customers', 'products', 'orders', 'currencies', 'configurations']);
/** Statuses that concern one resource only: exports do without it. A page with such a status stands in front of the shop. */
const resourceStatuses: ReadonlySet<number> = new Set([400, 403, 404, 405]);

const webserviceCheck = check('webservice', 'The webservice responds and knows the key', {
  ask: (shop: ShopQuestions) => shop.shops(),
  judge: ({ reply, rows, wrong, tookMs }) => [
    wrong,
    when(rows.length === 0)
      .evidence('It responds, and names no shop.')
      .problem('The key has access to no shop of the installation.')
      .advice(`${webservicePage}, and choose its shop.`),
    byteOrderMark(reply, 'Its response'),
    otherwise.good(`It responds after ${tookMs} ms${inVersion(reply.header('psws-version'))}.`),
  ],
});

const rightsCheck = check('rights', 'The key may read what exports need', {
  needs: ['webservice'],
  ask: async (shop: ShopQuestions) => {
    const needed = await shop.firstRows([...required, ...Object.keys(tables)]);
    const missing = lacking(needed);
    const obstacle = firstToHold(needed.filter(({ resource }) => !hasOwnCheck.has(resource)).map(obstacleIn));
    const isReadable = missing.length === 0 && obstacle === null;
    return { missing, obstacle, without: isReadable ? lacking(await shop.firstRows(Object.keys(optional))) : [] };
  },
  evidence: ({ missing }) => `It may not read ${missing.join(', ')}.`,
  judge: ({ missing, obstacle, without }) => [
    when(missing.some((resource) => required.includes(resource)))
      .refusal('The key has no right on them: their exports fail.')
      .advice(`${webservicePage}, and tick "View (GET)" for each of them.`),
    obstacle,
    when(missing.length > 0)
      .notice(`The key has no right on them: ${missing.map((resource) => tables[resource]).join('; ')}.`)
      .advice(`${webservicePage}, and tick "View (GET)" for each of them.`),
    otherwise.good(`It may read all of it${without.map((resource) => `; without ${resource}, ${optional[resource]}`).join('')}.`),
  ],
});

/** Whether the webservice knows the key, and the key may read what exports need. */
export const accessChecks: readonly Check<ShopQuestions>[] = [webserviceCheck, rightsCheck];

/** The shop doctor's checks for this platform, which has no webhooks of its own and no reliable date filter. */
export const shopChecks: readonly Check<ShopQuestions>[] = [
  webserviceCheck,
  check('shops', 'The installation has one shop', {
    needs: ['webservice'],
    ask: async (shop: ShopQuestions) => (await shop.shops()).rows.length,
    judge: (count) => [
      when(count === 1).good('There is one.'),
      otherwise
        .evidence(`There are ${count}.`)
        .notice(
          'Orders and customers of all shops that the key has access to come through this connection; products have the texts and prices of the first shop.',
        )
        .advice(`For one shop only: ${webservicePage.replace(/^I/, 'i')}, and give it access to that shop alone.`),
    ],
  }),
  rightsCheck,
  check('plugin', 'The module of this service lists what has changed', {
    onlyIf: ({ connection }: ShopQuestions) => credentialText(connection, 'module_version') !== '',
    ask: (shop: ShopQuestions) => shop.changes(),
    judge: (reply, { connection: { driver } }) => {
      const version = reply.status === 200 ? text(asRow(jsonIn(reply))?.module_version) : null;
      return [
        version === null ? null : oldPluginVerdict(driver, { name: moduleName, version }),
        when(version !== null && plainVersion.test(version)).good(`It responds, in version ${version}.`),
        when(reply.status === 401)
          .evidence('The list of changes returned 401.')
          .notice('The module has another key than this connection: exports of changes take more requests than they would have to.')
          .advice('Connect the shop again from the page of the module.'),
        otherwise
          .evidence(`The list of changes returned ${reply.status}, and names no version.`)
          .notice('The module is off or was removed, or something in front of it refuses: exports of changes take more requests.')
          .advice('In Modules > Module Manager, switch the module on. Look for a firewall, a cache or a page for maintenance.'),
      ];
    },
  }),
  check('time-zone', 'The shop reports its time zone', {
    needs: ['webservice'],
    ask: (shop: ShopQuestions) => shop.setting('PS_TIMEZONE'),
    judge: (settings) => {
      const zone = settingIn(settings, 'PS_TIMEZONE');
      return [
        obstacleIn(settings),
        when(zone !== null && ShopZone.named(zone) !== null).good(`It is ${zone}.`),
        otherwise
          .evidence(zone === null ? 'The shop does not report it.' : 'The shop reports an unknown zone.')
          .notice(
            'Times of the shop have no offset. Without its zone they are passed on as they are, and exports of changes fetch more than they would have to.',
          )
          .advice(`${webservicePage}, and tick "View (GET)" for configurations. In Localization, choose the time zone of the shop.`),
      ];
    },
  }),
  check('languages', 'The shop reports its languages', {
    needs: ['webservice'],
    ask: async (shop: ShopQuestions) => {
      const languages = await shop.list('languages', { display: '[id,active]' });
      // Records have the texts of the default language: with it the list of languages is not needed.
      const isRefused = languages.wrong !== null && !languages.reply.isHtml();
      return { languages, settings: isRefused ? await shop.setting('PS_LANG_DEFAULT') : null };
    },
    judge: ({ languages, settings }) => {
      const active = languages.rows.filter((row) => flag(row.active)).length;
      return [
        when(active > 0).good(`It has ${active}; records have the texts of the default one.`),
        when(settings !== null && settingIn(settings, 'PS_LANG_DEFAULT') !== null).good(
          'It reports its default one, whose texts the records have.',
        ),
        obstacleIn(languages),
        settings && obstacleIn(settings),
        otherwise
          .evidence('The shop reports none.')
          .notice('The key has no right on languages, or none is active.')
          .advice(`${webservicePage}, and tick "View (GET)" for languages.`),
      ];
    },
  }),
  check('currencies', 'The shop reports its currencies', {
    needs: ['rights'],
    ask: (shop: ShopQuestions) => shop.list('currencies', { display: '[id,iso_code]' }),
    judge: (currencies) => {
      const codes = currencies.rows.flatMap((row) => plainText(row.iso_code) ?? []).filter((code) => /^[A-Za-z]{3}$/.test(code));
      return [
        obstacleIn(currencies),
        when(codes.length > 0).good(`It has ${codes.length}: ${codes.slice(0, 10).join(', ')}.`),
        otherwise
          .evidence('None has a code of three letters.')
          .problem('No currency is installed: orders make no records.')
          .advice('In Localization > Currencies, install the currency of the shop.'),
      ];
    },
  }),
  ...systemCapabilities.map((capability) =>
    check(`read-${capability}`, `A page of ${capability} can be read`, {
      needs: ['webservice'],
      ask: (shop: ShopQuestions) => shop.firstPage(capability),
      judge: ({ reply, rows, wrong, tookMs }) => [
        wrong,
        byteOrderMark(reply, `The list of ${capability}`),
        otherwise.good(`${rows.length} after ${tookMs} ms.`),
      ],
    }),
  ),
  cacheCheck,
  check('id-listing', 'The shop lists all ids at once', {
    needs: readChecks,
    ask: (shop: ShopQuestions) =>
      inTurn(systemCapabilities, async (capability) => {
        const { rows, wrong } = await shop.list(capability, {});
        return { capability, count: rows.length, isRefused: wrong !== null };
      }),
    judge: (lists) => {
      const refused = lists.filter(({ isRefused }) => isRefused);
      return [
        when(refused.length === 0).good(`${lists.map(({ capability, count }) => `${capability} ${count}`).join(', ')}.`),
        otherwise
          .evidence(`Not for ${refused.map(({ capability }) => capability).join(', ')}.`)
          .notice(
            'The shop has not enough memory for so long a list. The number of pages is then found by asking for single records, which takes longer.',
          )
          .advice("Give PHP more memory (memory_limit) in the shop's host."),
      ];
    },
  }),
  check('paging', 'The shop gives as many records as were asked for, by their id', {
    needs: readChecks,
    ask: (shop: ShopQuestions) => listsThat(async (capability) => !isPageOfTwo(await shop.firstIds(capability, 2))),
    judge: (odd) => [
      when(odd.length === 0).good('Asked for two, it gives two, the lower id first.'),
      otherwise
        .evidence(`Not for ${odd.join(', ')}.`)
        .problem('A cache or a module ignores limit or sort: pages would repeat records and leave others out.')
        .advice('Except /api from every cache, and switch off modules that change the webservice.'),
    ],
  }),
  stableOrderCheck(
    otherwise
      .problem('A cache or a module ignores sort: records may be missing from a page, or come twice.')
      .advice('Except /api from every cache, and switch off modules that change the webservice.'),
  ),
  speedCheck('modules'),
  // What a module has sent is in the timeline. Here is known what the connection holds.
  check('webhooks', 'The shop needs no webhooks', {
    ask: async ({ connection }: ShopQuestions) => credentialText(connection, 'webhook_secret'),
    judge: (secret) => [
      when(secret === '').good('Changes come with the schedule: no delivery URL and no secret are to be entered in the shop.'),
      otherwise.good(
        'The module of this service may name changed records at once: the connection has a secret. The rest comes with the schedule.',
      ),
    ],
  }),
];

function inVersion(header: string | null): string {
  const version = plainText(header) ?? '';
  return /^\d[\d.]{0,15}$/.test(version) ? `, in version ${version}` : '';
}

/** What keeps a list from being read, other than the shop's own refusal of that list. */
function obstacleIn({ reply, wrong, lacksRight }: ListResponse): Verdict | null {
  const isRefused = !reply.isHtml() && (lacksRight || resourceStatuses.has(reply.status));
  return isRefused ? null : wrong;
}

function lacking(responses: readonly ListResponse[]): string[] {
  return responses.filter(({ lacksRight }) => lacksRight).map(({ resource }) => resource);
}

function settingIn({ rows }: ListResponse, name: string): string | null {
  return plainText(rows.find((row) => row.name === name)?.value);
}

/** At most two rows, the lower id first. */
function isPageOfTwo(response: ListResponse): boolean {
  const [first, second] = idsIn(response).map(Number);
  const isOrdered = first === undefined || second === undefined || first < second;
  return response.wrong === null && response.rows.length <= 2 && isOrdered;
}
