import type { Observation, ShopCheck } from '@sync/integration-contract';
import { systemCapabilities, type SystemCapability } from '@sync/records';
import { cacheCheck, speedCheck, stableOrderCheck, type DoctorLists, type QueriedLists } from '../../shop-doctor/list-checks';
import { byteOrderMark, good, notice, problem, refusal, responseProblem } from '../../shop-doctor/observations';
import type { StoreReply } from '../../store-http/store-reply';
import { defaultPerPage } from '../platform-pages';
import { explainRefusedKey, keysPage } from './refused-key';
import { idsIn, jsonIn, rowsIn, type TimedReply, type ShopQuestions } from './shop-questions';

/** Checks of the lists that an export reads: access, completeness and stability. */
export function listChecks(shop: ShopQuestions): ShopCheck[] {
  const readable = systemCapabilities.map((capability) => `read-${capability}`);
  const lists = listsOf(shop, readable);
  return [
    ...systemCapabilities.map((capability) => readCheck(shop, capability)),
    cacheCheck(queriedLists(shop, readable)),
    { name: 'total-pages', title: 'Lists report their number of pages', needs: readable, look: () => lookAtTotals(shop) },
    {
      name: 'page-size',
      title: 'A page holds as many records as were asked for',
      needs: ['total-pages'],
      look: () => lookAtPageSize(shop),
    },
    stableOrderCheck(lists),
    {
      name: 'date-filter',
      title: 'Only what was modified is given when it is asked for',
      needs: readable,
      look: () => lookAtDateFilter(shop),
    },
    speedCheck(lists),
  ];
}

/** One record of each list. */
export function accessChecks(shop: ShopQuestions): ShopCheck[] {
  return systemCapabilities.map((capability) => ({
    ...readCheck(shop, capability),
    look: async () => lookAtList(shop, capability, await shop.list(capability, { per_page: '1' })),
  }));
}

function readCheck(shop: ShopQuestions, capability: SystemCapability): ShopCheck {
  return {
    name: `read-${capability}`,
    title: `The key may read ${capability}`,
    look: async () => lookAtList(shop, capability, await shop.firstPage[capability]()),
  };
}

function lookAtList(shop: ShopQuestions, capability: SystemCapability, { reply, tookMs }: TimedReply): Observation {
  const { status } = reply;
  const evidence = `The list of ${capability} returned ${status}.`;
  if (status === 401 && !reply.isRefusedByPage()) return explainRefusedKey(shop.storeBase, evidence, reply);
  if (status === 403 && !reply.isRefusedByPage())
    return refusal(
      evidence,
      'The key belongs to a user who may not see this.',
      `Make the key in ${keysPage} for an administrator or a shop manager.`,
    );
  if (status === 404)
    return problem(
      evidence,
      'The shop extension is switched off, or the address is not that of the shop.',
      'Activate the shop extension, and check the address of the connection.',
    );
  const wrong = responseProblem(reply, shop.storeBase);
  if (wrong) return { ...wrong, evidence: `List of ${capability}: ${wrong.evidence}` };
  if (status !== 200 || !Array.isArray(jsonIn(reply)))
    return problem(
      `${evidence.slice(0, -1)} and something other than a list.`,
      'An extension changes the responses of the interface.',
      'Switch off extensions that change the REST API one after another.',
    );
  if (reply.startsWithByteOrderMark()) return byteOrderMark(`The list of ${capability}`);
  return good(`${rowsIn(reply).length} of ${totalOf(reply) ?? 'an unknown number'} after ${tookMs} ms.`);
}

function totalOf(reply: StoreReply): number | null {
  const total = (reply.header('x-wp-total') ?? reply.header('x-store-total'))?.trim() ?? '';
  return /^\d{1,15}$/.test(total) ? Number(total) : null;
}

/** The lists without a number of pages. */
interface SilentLists {
  unreadable: string[];
  /** There may be more pages. */
  missing: string[];
  /** The first page is all there is. */
  small: string[];
}

async function lookAtTotals(shop: ShopQuestions): Promise<Observation> {
  const reported: string[] = [];
  const silent: SilentLists = { unreadable: [], missing: [], small: [] };
  for (const capability of systemCapabilities) {
    const { reply } = await shop.firstPage[capability]();
    const pages = shop.settings.totalPagesHeaders.map((header) => reply.header(header)?.trim() ?? '').find((value) => value !== '');
    if (pages === undefined) silent[mayHaveMore(reply) ? 'missing' : 'small'].push(capability);
    else if (/^\d+$/.test(pages)) reported.push(`${capability} ${pages}`);
    else silent.unreadable.push(capability);
  }
  if (reported.length === systemCapabilities.length) return good(`Pages: ${reported.join(', ')}.`);
  return withoutTotals(shop, silent);
}

function mayHaveMore(reply: StoreReply): boolean {
  const rows = rowsIn(reply).length;
  const total = totalOf(reply);
  return total === null ? rows >= defaultPerPage : total > rows;
}

function withoutTotals({ settings }: ShopQuestions, { unreadable, missing, small }: SilentLists): Observation {
  const headers = settings.totalPagesHeaders.map(withRowsHeader).join(', or ');
  const evidence = `No number of pages for ${[...unreadable, ...missing, ...small].join(', ')}.`;
  const advice = `Let the proxy pass the headers ${headers} on unchanged, and exclude the REST API from the cache.`;
  if (unreadable.length > 0)
    return problem(evidence, `Something changes the headers ${headers}: they hold no number, and an export fails over that.`, advice);
  const cause = `A cache or a proxy takes the headers ${headers} away.`;
  if (missing.length > 0)
    return problem(
      evidence,
      `${cause} There may be further pages of ${missing.join(', ')}, and only the first page is read: the copy is incomplete.`,
      advice,
    );
  return notice(evidence, `${cause} One page holds all there is now; of more, only the first page would be read.`, advice);
}

/** The header for rows is named after the one for pages. */
function withRowsHeader(name: string): string {
  return /pages$/i.test(name) ? `${name.slice(0, -'pages'.length)} and ${name}` : name;
}

async function lookAtPageSize(shop: ShopQuestions): Promise<Observation> {
  const short: string[] = [];
  for (const capability of systemCapabilities) {
    const { reply } = await shop.firstPage[capability]();
    const total = totalOf(reply) ?? 0;
    const rows = rowsIn(reply).length;
    if (rows < Math.min(total, defaultPerPage)) short.push(`${capability} ${rows} of ${Math.min(total, defaultPerPage)}`);
  }
  if (short.length === 0) return good(`Pages of ${defaultPerPage} are full, or hold all there is.`);
  return problem(
    `Too few: ${short.join(', ')}.`,
    'Something limits the size of pages without changing their number, or hides records of some kind.',
    'Look for an extension that limits the REST API, or that hides records from the user of the key.',
  );
}

function queriedLists(shop: ShopQuestions, needs: readonly string[]): QueriedLists {
  const replyTo = async (capability: SystemCapability, further: Readonly<Record<string, string>>): Promise<StoreReply> =>
    (await shop.list(capability, further)).reply;
  return {
    needs,
    firstPage: async (capability) => {
      const { reply } = await shop.firstPage[capability]();
      return { reply, rows: rowsIn(reply).length };
    },
    secondPage: (capability) => replyTo(capability, { page: '2' }),
    oneRecord: (capability) => replyTo(capability, { per_page: '1' }),
    place: `the REST API (/${shop.settings.restPath}/)`,
  };
}

function listsOf(shop: ShopQuestions, needs: readonly string[]): DoctorLists {
  return {
    needs,
    first: async (capability) => idsIn((await shop.firstPage[capability]()).reply),
    again: async (capability) => idsIn((await shop.list(capability)).reply),
    drifted: (lists) =>
      notice(
        `Another order for ${lists}.`,
        'The database orders records with the same date as it likes: records may be missing from a page, or come twice.',
        'Nothing at the shop. Later exports bring what one has missed.',
      ),
    tookMs: async (capability) => (await shop.firstPage[capability]()).tookMs,
    settings: shop.settings,
    addOns: 'extensions',
  };
}

/** Not for customers: the platform has no such filter for them. */
async function lookAtDateFilter(shop: ShopQuestions): Promise<Observation> {
  const modified_after = `${new Date().getUTCFullYear() + 2}-01-01T00:00:00Z`;
  const unfiltered: string[] = [];
  for (const capability of ['products', 'orders'] as const) {
    const { reply } = await shop.list(capability, { modified_after });
    if (reply.status !== 200 || rowsIn(reply).length > 0) unfiltered.push(capability);
  }
  if (unfiltered.length === 0) return good('Asked for what is modified in the future, the shop gives nothing.');
  return problem(
    `Asked for ${unfiltered.join(' and ')} modified in the future, the shop gives some.`,
    'A cache ignores what is asked for, or the shop is too old to know modified_after (before 5.8). Every export of changes then fetches everything, and may get old responses.',
    'Except the REST API from every cache, and update the shop extension.',
  );
}
