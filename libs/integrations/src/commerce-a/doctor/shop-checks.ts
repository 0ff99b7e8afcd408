import { pluginInfoOf } from '@sync/platforms';
import { systemCapabilities, type SystemCapability } from '@sync/records';
import { asRow, text } from '../../mapping/platform-values';
import { check, inTurn, otherwise, when, type Check } from '../../shop-doctor/check';
import { cacheCheck, listsThat, readChecks, speedCheck, stableOrderCheck } from '../../shop-doctor/list-checks';
import { oldPluginVerdict, plainVersion } from '../../shop-doctor/plugin-verdicts';
import { byteOrderMark, responseVerdicts } from '../../shop-doctor/response-verdicts';
import type { StoreReply } from '../../store-http/store-reply';
import { defaultPerPage } from '../platform-pages';
import type { CommerceASettings } from '../settings';
import { keysPage, refusedKeyVerdicts } from './refused-key';
import type { ShopQuestions, ShopResponse } from './shop-questions';
import { webhooksCheck } from './webhooks-check';

/** Zone names hold only letters, so no other text of the shop is repeated. */
const zoneName = /^[A-Za-z_]+(\/[A-Za-z_+-]+){0,2}$/;
/** A platform at a custom path has no root that lists its interfaces. */
const hasRestRoot = ({ settings }: ShopQuestions): boolean => settings.restPath.startsWith('wp-json/');

/** The shop doctor's checks for this platform: its REST interface, this service's plugin, the lists that an export reads, webhooks. */
export const shopChecks: readonly Check<ShopQuestions>[] = [
  check('rest-root', 'The REST interface of the shop responds', {
    onlyIf: hasRestRoot,
    ask: (shop: ShopQuestions) => shop.restRoot(),
    evidence: ({ reply }) => `The root of the interface returned ${reply.status}.`,
    judge: ({ reply, body }, { storeBase, settings }) => {
      const wanted = settings.restPath.replace(/^wp-json\//, '');
      const offered: unknown = asRow(body)?.namespaces;
      return [
        when(reply.status === 404 || (reply.status < 300 && reply.isHtml()))
          .evidence(`The root of the interface returned ${reply.status}${reply.isHtml() ? ' and an HTML page' : ''}.`)
          .problem('The shop has plain permalinks, or an extension closes its REST interface.')
          .advice(
            'In the shop, open Settings > Permalinks and choose any structure but "Plain". Then look for a security extension that switches the REST API off.',
          ),
        ...responseVerdicts(reply, storeBase),
        when(reply.status === 401 || reply.status === 403)
          .problem('An extension closes the REST interface for visitors, or the web server asks for a password of its own.')
          .advice('Let the security extension except the REST API, or take the password off.'),
        when(!Array.isArray(offered)).good('The interface is there.'),
        when(Array.isArray(offered) && offered.includes(wanted)).good(`The interface is there and offers ${wanted}.`),
        otherwise
          .evidence(`The interface is there, and ${wanted} is not among what it offers.`)
          .problem('The shop extension is switched off.')
          .advice('Activate the shop extension in the list of plugins.'),
      ];
    },
  }),
  check('plugin', 'The plugin of this service knows the connection', {
    ask: (shop: ShopQuestions) => shop.connectivity(),
    evidence: ({ reply }) => `The connectivity check returned ${reply.status}.`,
    judge: ({ reply, body }, { storeBase, connection }) => {
      const plugin = pluginInfoOf(asRow(body)?.plugin);
      const version = plugin?.version ?? '';
      // As the verification accepts it: any body but a web page.
      const isAccepted = reply.status === 200 && !reply.isHtmlDocument();
      return [
        when(reply.status === 401 && !reply.isRefusedByPage())
          .problem('The plugin has another connection token than this connection: the shop was reconnected or restored from a copy.')
          .advice('Connect the shop again with a new token.'),
        when(reply.status === 404 && !reply.isHtml())
          .problem('The plugin is not installed, or not active.')
          .advice('Install and activate the plugin in the shop.'),
        isAccepted ? oldPluginVerdict(connection.driver, plugin) : null,
        when(isAccepted && plainVersion.test(version)).good(`It responds, in version ${version}.`),
        when(isAccepted).good('It responds, and does not say which version it is.'),
        ...responseVerdicts(reply, storeBase, 'Connectivity check'),
        otherwise
          .problem('The plugin refuses the check, or something in front of it does.')
          .advice('Update the plugin. Look for a security extension or a firewall of the host.'),
      ];
    },
  }),
  check('time-zone', 'The shop reports its time zone', {
    needs: ['rest-root'],
    onlyIf: hasRestRoot,
    ask: async (shop: ShopQuestions) => {
      const root = asRow((await shop.restRoot()).body) ?? {};
      const zone = text(root.timezone_string) ?? '';
      const offset = Number(text(root.gmt_offset) ?? Number.NaN);
      const isNamed = zoneName.test(zone);
      const orders = isNamed || Number.isFinite(offset) ? [] : (await shop.firstPage('orders')).rows;
      return { zone, isNamed, offset, orders };
    },
    judge: ({ zone, isNamed, offset, orders }) => [
      when(isNamed).good(`It is ${zone}.`),
      when(Number.isFinite(offset))
        .evidence(`It is set to a fixed ${offset >= 0 ? '+' : ''}${offset} hours.`)
        .notice('Without a named zone the shop knows no summer time: its local times are off for half of the year.')
        .advice('In the shop, open Settings > General and choose a city as the time zone.'),
      when(orders.length === 0 || orders.some((row) => text(row.date_created_gmt) !== null)).good(
        'The shop does not name it; its records carry times in UTC, too.',
      ),
      otherwise
        .evidence('Neither the shop nor its records show it.')
        .notice('An extension takes the UTC times out of the records.')
        .advice('Switch off extensions that change the REST API: without UTC times, changes of customers are not recognised.'),
    ],
  }),
  ...systemCapabilities.map((capability) => readCheck(capability, (shop) => shop.firstPage(capability))),
  cacheCheck,
  check('total-pages', 'Lists report their number of pages', {
    needs: readChecks,
    ask: (shop: ShopQuestions) =>
      inTurn(systemCapabilities, async (capability) => ({ capability, ...totalsIn(await shop.firstPage(capability), shop.settings) })),
    judge: (lists, { settings }) => {
      const unreadable = lists.filter(({ pages }) => pages !== '' && !/^\d+$/.test(pages));
      const missing = lists.filter(({ pages, mayHaveMore }) => pages === '' && mayHaveMore);
      const small = lists.filter(({ pages, mayHaveMore }) => pages === '' && !mayHaveMore);
      const headers = settings.totalPagesHeaders.map(withRowsHeader).join(', or ');
      const evidence = `No number of pages for ${namesOf([...unreadable, ...missing, ...small])}.`;
      const advice = `Let the proxy pass the headers ${headers} on unchanged, and exclude the REST API from the cache.`;
      const cause = `A cache or a proxy takes the headers ${headers} away.`;
      return [
        when(unreadable.length > 0)
          .evidence(evidence)
          .problem(`Something changes the headers ${headers}: they hold no number, and an export fails over that.`)
          .advice(advice),
        when(missing.length > 0)
          .evidence(evidence)
          .problem(`${cause} There may be further pages of ${namesOf(missing)}, and only the first page is read: the copy is incomplete.`)
          .advice(advice),
        when(small.length > 0)
          .evidence(evidence)
          .notice(`${cause} One page holds all there is now; of more, only the first page would be read.`)
          .advice(advice),
        otherwise.good(`Pages: ${lists.map(({ capability, pages }) => `${capability} ${pages}`).join(', ')}.`),
      ];
    },
  }),
  check('page-size', 'A page holds as many records as were asked for', {
    needs: ['total-pages'],
    ask: (shop: ShopQuestions) =>
      inTurn(systemCapabilities, async (capability) => {
        const { reply, rows } = await shop.firstPage(capability);
        return { capability, rows: rows.length, expected: Math.min(totalOf(reply) ?? 0, defaultPerPage) };
      }),
    judge: (lists) => {
      const short = lists.filter(({ rows, expected }) => rows < expected);
      return [
        when(short.length === 0).good(`Pages of ${defaultPerPage} are full, or hold all there is.`),
        otherwise
          .evidence(`Too few: ${short.map(({ capability, rows, expected }) => `${capability} ${rows} of ${expected}`).join(', ')}.`)
          .problem('Something limits the size of pages without changing their number, or hides records of some kind.')
          .advice('Look for an extension that limits the REST API, or that hides records from the user of the key.'),
      ];
    },
  }),
  stableOrderCheck(
    otherwise
      .notice('The database orders records with the same date as it likes: records may be missing from a page, or come twice.')
      .advice('Nothing at the shop. Later exports bring what one has missed.'),
  ),
  check('date-filter', 'Only what was modified is given when it is asked for', {
    needs: readChecks,
    // The platform has no such filter for customers.
    ask: (shop: ShopQuestions) => listsThat(async (capability) => capability !== 'customers' && (await ignoresDate(shop, capability))),
    judge: (unfiltered) => [
      when(unfiltered.length === 0).good('Asked for what is modified in the future, the shop gives nothing.'),
      otherwise
        .evidence(`Asked for ${unfiltered.join(' and ')} modified in the future, the shop gives some.`)
        .problem(
          'A cache ignores what is asked for, or the shop is too old to know modified_after (before 5.8). Every export of changes then fetches everything, and may get old responses.',
        )
        .advice('Except the REST API from every cache, and update the shop extension.'),
    ],
  }),
  speedCheck('extensions'),
  webhooksCheck,
];

/** Reading one record of each list shows what the key may read. */
export const accessChecks = systemCapabilities.map((capability) => readCheck(capability, (shop) => shop.firstRecord(capability)));

function readCheck(capability: SystemCapability, ask: (shop: ShopQuestions) => Promise<ShopResponse>): Check<ShopQuestions> {
  return check(`read-${capability}`, `The key may read ${capability}`, {
    ask,
    evidence: ({ reply }) => `The list of ${capability} returned ${reply.status}.`,
    judge: ({ reply, body, rows, tookMs }, { storeBase }) => [
      ...refusedKeyVerdicts(storeBase, reply),
      when(reply.status === 403 && !reply.isRefusedByPage())
        .refusal('The key belongs to a user who may not see this.')
        .advice(`Make the key in ${keysPage} for an administrator or a shop manager.`),
      when(reply.status === 404)
        .problem('The shop extension is switched off, or the address is not that of the shop.')
        .advice('Activate the shop extension, and check the address of the connection.'),
      ...responseVerdicts(reply, storeBase, `List of ${capability}`),
      when(reply.status !== 200 || !Array.isArray(body))
        .evidence(`The list of ${capability} returned ${reply.status} and something other than a list.`)
        .problem('An extension changes the responses of the interface.')
        .advice('Switch off extensions that change the REST API one after another.'),
      byteOrderMark(reply, `The list of ${capability}`),
      otherwise.good(`${rows.length} of ${totalOf(reply) ?? 'an unknown number'} after ${tookMs} ms.`),
    ],
  });
}

async function ignoresDate(shop: ShopQuestions, capability: SystemCapability): Promise<boolean> {
  const { reply, rows } = await shop.modifiedAfter(capability, `${new Date().getUTCFullYear() + 2}-01-01T00:00:00Z`);
  return reply.status !== 200 || rows.length > 0;
}

/** The number of rows that a list reports; null: none. */
function totalOf(reply: StoreReply): number | null {
  const total = (reply.header('x-wp-total') ?? reply.header('x-store-total'))?.trim() ?? '';
  return /^\d{1,15}$/.test(total) ? Number(total) : null;
}

/** `pages` as the list reports them; empty: it does not. */
function totalsIn({ reply, rows }: ShopResponse, { totalPagesHeaders }: CommerceASettings): { pages: string; mayHaveMore: boolean } {
  const pages = totalPagesHeaders.map((header) => reply.header(header)?.trim() ?? '').find((value) => value !== '') ?? '';
  const total = totalOf(reply);
  return { pages, mayHaveMore: total === null ? rows.length >= defaultPerPage : total > rows.length };
}

function namesOf(lists: readonly { capability: string }[]): string {
  return lists.map(({ capability }) => capability).join(', ');
}

/** The header for rows is named after the one for pages. */
function withRowsHeader(name: string): string {
  return /pages$/i.test(name) ? `${name.slice(0, -'pages'.length)} and ${name}` : name;
}
