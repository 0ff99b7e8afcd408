import type { Observation, ShopCheck } from '@sync/integration-contract';
import { systemCapabilities, type SystemCapability } from '@sync/records';
import { cacheCheck, speedCheck, stableOrderCheck, type DoctorLists, type QueriedLists } from '../../shop-doctor/list-checks';
import { byteOrderMark, good, notice, problem } from '../../shop-doctor/observations';
import { idsOf, type ShopQuestions } from './shop-questions';

/** Checks of the lists that an export reads: access, paging and stability. */
export function listChecks(shop: ShopQuestions): ShopCheck[] {
  const readable = systemCapabilities.map((capability) => `read-${capability}`);
  const lists = listsOf(shop, readable);
  return [
    ...systemCapabilities.map((capability) => readCheck(shop, capability)),
    cacheCheck(queriedLists(shop, readable)),
    { name: 'id-listing', title: 'The shop lists all ids at once', needs: readable, look: () => lookAtIds(shop) },
    {
      name: 'paging',
      title: 'The shop gives as many records as were asked for, by their id',
      needs: readable,
      look: () => lookAtPaging(shop),
    },
    stableOrderCheck(lists),
    speedCheck(lists),
  ];
}

function readCheck(shop: ShopQuestions, capability: SystemCapability): ShopCheck {
  return {
    name: `read-${capability}`,
    title: `A page of ${capability} can be read`,
    needs: ['webservice'],
    look: async () => {
      const { reply, rows, wrong, tookMs } = await shop.firstPage[capability]();
      if (wrong) return wrong;
      return reply.startsWithByteOrderMark() ? byteOrderMark(`The list of ${capability}`) : good(`${rows.length} after ${tookMs} ms.`);
    },
  };
}

async function lookAtIds(shop: ShopQuestions): Promise<Observation> {
  const counts: string[] = [];
  const refused: string[] = [];
  for (const capability of systemCapabilities) {
    const { rows } = await shop.list(capability, {});
    if (rows) counts.push(`${capability} ${rows.length}`);
    else refused.push(capability);
  }
  if (refused.length === 0) return good(`${counts.join(', ')}.`);
  return notice(
    `Not for ${refused.join(', ')}.`,
    'The shop has not enough memory for so long a list. The number of pages is then found by asking for single records, which takes longer.',
    "Give PHP more memory (memory_limit) in the shop's host.",
  );
}

async function lookAtPaging(shop: ShopQuestions): Promise<Observation> {
  const odd: string[] = [];
  for (const capability of systemCapabilities) {
    const { rows } = await shop.list(capability, { display: '[id]', sort: '[id_ASC]', limit: '0,2' });
    const [first, second] = idsOf(rows ?? []).map(Number);
    const isOrdered = first === undefined || second === undefined || first < second;
    if (!rows || rows.length > 2 || !isOrdered) odd.push(capability);
  }
  if (odd.length === 0) return good('Asked for two, it gives two, the lower id first.');
  return problem(
    `Not for ${odd.join(', ')}.`,
    'A cache or a module ignores limit or sort: pages would repeat records and leave others out.',
    'Except /api from every cache, and switch off modules that change the webservice.',
  );
}

function queriedLists(shop: ShopQuestions, needs: readonly string[]): QueriedLists {
  return {
    needs,
    firstPage: async (capability) => {
      const { reply, rows } = await shop.firstPage[capability]();
      return { reply, rows: rows?.length ?? 0 };
    },
    secondPage: async (capability) => (await shop.page(capability, shop.settings.perPage)).reply,
    oneRecord: async (capability) => (await shop.list(capability, { display: '[id]', sort: '[id_ASC]', limit: '0,1' })).reply,
    place: 'the web service (/api/)',
  };
}

function listsOf(shop: ShopQuestions, needs: readonly string[]): DoctorLists {
  return {
    needs,
    first: async (capability) => idsOf((await shop.firstPage[capability]()).rows ?? []),
    again: async (capability) => idsOf((await shop.page(capability)).rows ?? []),
    drifted: (lists) =>
      problem(
        `Another order for ${lists}.`,
        'A cache or a module ignores sort: records may be missing from a page, or come twice.',
        'Except /api from every cache, and switch off modules that change the webservice.',
      ),
    tookMs: async (capability) => (await shop.firstPage[capability]()).tookMs,
    settings: shop.settings,
    addOns: 'modules',
  };
}
