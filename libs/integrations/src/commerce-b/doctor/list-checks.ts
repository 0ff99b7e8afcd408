import type { Observation, ShopCheck } from '@sync/integration-contract';
import { systemCapabilities, type SystemCapability } from '@sync/records';
import { byteOrderMark, good, notice, problem } from '../../shop-doctor/observations';
import { samePlaces } from '../../shop-doctor/same-places';
import { idsOf, type ShopQuestions } from './shop-questions';

/** What an export reads: may it, does the shop page, and does a page stay as it is. */
export function listChecks(shop: ShopQuestions): ShopCheck[] {
  const readable = systemCapabilities.map((capability) => `read-${capability}`);
  return [
    ...systemCapabilities.map((capability) => readCheck(shop, capability)),
    { name: 'id-listing', title: 'The shop lists all ids at once', needs: readable, look: () => lookAtIds(shop) },
    {
      name: 'paging',
      title: 'The shop gives as many records as were asked for, by their id',
      needs: readable,
      look: () => lookAtPaging(shop),
    },
    { name: 'stable-order', title: 'A list asked for twice has the same order', needs: readable, look: () => lookAtOrder(shop) },
    { name: 'speed', title: 'A page comes in good time', needs: readable, look: () => lookAtSpeed(shop) },
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

async function lookAtOrder(shop: ShopQuestions): Promise<Observation> {
  const shifted: string[] = [];
  for (const capability of systemCapabilities) {
    const first = (await shop.firstPage[capability]()).rows ?? [];
    const again = (await shop.page(capability)).rows ?? [];
    if (!samePlaces(idsOf(first), idsOf(again))) shifted.push(capability);
  }
  if (shifted.length === 0) return good('Both times the same.');
  return problem(
    `Another order for ${shifted.join(', ')}.`,
    'A cache or a module ignores sort: records may be missing from a page, or come twice.',
    'Except /api from every cache, and switch off modules that change the webservice.',
  );
}

async function lookAtSpeed(shop: ShopQuestions): Promise<Observation> {
  const times: [SystemCapability, number][] = [];
  for (const capability of systemCapabilities) times.push([capability, (await shop.firstPage[capability]()).tookMs]);
  const evidence = `${times.map(([capability, tookMs]) => `${capability} ${tookMs} ms`).join(', ')}.`;
  if (Math.max(...times.map(([, tookMs]) => tookMs)) < shop.settings.slowPageMs) return good(evidence);
  return notice(
    evidence,
    `The shop is slow: a page that takes more than ${shop.settings.pageDeadlineMs / 1000} s fails.`,
    'Look for slow modules, an overloaded host, or a database that needs care. Exports at night put less load on the shop.',
  );
}
