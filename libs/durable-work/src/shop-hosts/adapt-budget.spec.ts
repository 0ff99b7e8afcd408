import { afterPages, afterRefusal, newBudget, type ShopBudget } from './adapt-budget';

/** Milliseconds of a page while that many are in flight; null: refused. */
type Shop = (inFlight: number) => number | null;

const servers =
  (count: number): Shop =>
  (inFlight) =>
    200 * Math.max(1, inFlight / count);

const shops: [title: string, shop: Shop, ceiling: number][] = [
  ['scales to the ceiling', servers(8), 8],
  ['saturates at 1', servers(1), 8],
  ['saturates at 2', servers(2), 8],
  ['saturates at 4', servers(4), 8],
  ['gets slower with load', (inFlight) => 200 * (1 + 0.15 * (inFlight - 1) ** 2), 8],
  ['refuses more than 3', (inFlight) => (inFlight > 3 ? null : 200), 8],
  ['refuses more than 1', (inFlight) => (inFlight > 1 ? null : 200), 8],
];

/** A pseudo-random number from 0 to 1, the same in each run of the test. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

const slot = 'a run';

/** Fetches pages, as many at once as the budget allows, on a simulated clock. Times vary by a fifth in both directions. */
class Export {
  budget: ShopBudget;
  now = 1_000_000;
  refusals = 0;
  readonly levels: number[] = [];
  private readonly random: () => number;

  constructor(
    readonly shop: Shop,
    readonly ceiling: number,
    seed: number,
  ) {
    this.budget = newBudget(ceiling);
    this.random = randomFrom(seed);
  }

  /** Returns the pages in a second. */
  fetch(pages: number): number {
    const began = this.now;
    for (let page = 0; page < pages; page += 1) this.fetchPage();
    return pages / ((this.now - began) / 1_000);
  }

  private fetchPage(): void {
    const { maxInFlight } = this.budget;
    this.levels.push(maxInFlight);
    const usual = this.shop(maxInFlight);
    if (usual === null) {
      this.refusals += 1;
      this.now += 1_000;
      this.budget = afterRefusal(this.budget, { tooMany: true, callMs: 100 }, this.now);
      return;
    }
    const pagesMs = usual * (0.8 + 0.4 * this.random());
    this.now += pagesMs / maxInFlight;
    this.budget = afterPages(this.budget, { runId: slot, maxInFlight, pages: 1, pagesMs }, this.ceiling, this.now);
  }
}

function bestFixed(shop: Shop, ceiling: number): number {
  const rates = Array.from({ length: ceiling }, (_, index) => {
    const pageMs = shop(index + 1);
    return pageMs === null ? 0 : ((index + 1) / pageMs) * 1_000;
  });
  return Math.max(...rates);
}

describe.each(shops)('a shop that %s', (_title, shop, ceiling) => {
  const seeds = Array.from({ length: 20 }, (_, index) => 1_000 + index);

  it('is exported at nine tenths of the rate of the best fixed number of requests, once its budget is found', () => {
    const rates = seeds.map((seed) => {
      const shopExport = new Export(shop, ceiling, seed);
      shopExport.fetch(150);
      return shopExport.fetch(1_000);
    });
    const median = rates.sort((a, b) => a - b)[10] ?? 0;
    expect(median).toBeGreaterThan(0.9 * bestFixed(shop, ceiling));
  });

  it('never gets more than the ceiling nor less than one, and refuses at most once an hour for each step', () => {
    const shopExport = new Export(shop, ceiling, 1);
    shopExport.fetch(2_000);
    expect(Math.max(...shopExport.levels)).toBeLessThanOrEqual(ceiling);
    expect(Math.min(...shopExport.levels)).toBeGreaterThanOrEqual(1);
    expect(shopExport.refusals).toBeLessThanOrEqual(1);
  });
});

describe('the budget of a host', () => {
  const at = (maxInFlight: number): ShopBudget => ({ ...newBudget(8), maxInFlight });
  const pages = (runId: string, maxInFlight: number, count: number) => ({ runId, maxInFlight, pages: count, pagesMs: count * 200 });

  it('starts at two requests, or at the ceiling if that is lower', () => {
    expect([newBudget(8), newBudget(1)].map(({ maxInFlight }) => maxInFlight)).toEqual([2, 1]);
  });

  it.each([
    ['a refusal halves it', 8, 4],
    ['and never takes the last request', 1, 1],
  ])('%s: %i becomes %i', (_title, before, after) => {
    expect(afterRefusal(at(before), { tooMany: false, callMs: 0 }, 1_000).maxInFlight).toBe(after);
  });

  it('a shop that needs ten seconds for a page, or does not respond in time, gets one request at a time until it is faster', () => {
    const slow = { runId: slot, maxInFlight: 4, pages: 2, pagesMs: 20_000 };
    expect(afterPages(at(4), slow, 8, 1_000).maxInFlight).toBe(1);
    expect(afterPages(at(4), { ...slow, pagesMs: 18_000 }, 8, 1_000).maxInFlight).toBe(4);
    let budget = afterRefusal(at(8), { tooMany: false, callMs: 30_000 }, 100_000);
    expect(budget.maxInFlight).toBe(1);
    for (let page = 0; page < 9; page += 1)
      budget = afterPages(budget, { runId: slot, maxInFlight: 1, pages: 1, pagesMs: 27_000 }, 8, 200_000);
    expect(budget.maxInFlight).toBe(1);
    for (let page = 0; page < 9; page += 1) budget = afterPages(budget, pages(slot, 1, 1), 8, 300_000);
    expect(budget.maxInFlight).toBeGreaterThan(1);
  });

  it('requests that were in flight together halve it once', () => {
    const halved = afterRefusal(at(8), { tooMany: true, callMs: 200 }, 10_000);
    expect(afterRefusal(halved, { tooMany: true, callMs: 200 }, 10_100).maxInFlight).toBe(4);
    expect(afterRefusal(halved, { tooMany: true, callMs: 200 }, 10_300).maxInFlight).toBe(2);
  });

  it('an hour after a refusal it tries that many again, and at once after an overload', () => {
    const climbed = (tooMany: boolean, now: number) => {
      let budget = afterRefusal(at(4), { tooMany, callMs: 0 }, 1_000);
      for (let page = 0; page < 16; page += 1) budget = afterPages(budget, pages(slot, budget.maxInFlight, 1), 8, now);
      return budget.maxInFlight;
    };
    expect([climbed(true, 2_000), climbed(true, 3_700_000), climbed(false, 2_000)]).toEqual([3, 4, 4]);
  });

  it('compares pages of one run only, and takes another run when the first is silent', () => {
    let budget = afterPages(newBudget(8), pages(slot, 2, 1), 8, 1_000);
    budget = afterPages(budget, pages('another', 2, 100), 8, 2_000);
    expect(budget).toMatchObject({ maxInFlight: 2, measured: { runId: slot, pages: 1 } });
    budget = afterPages(budget, pages('another', 2, 1), 8, 20_000);
    expect(budget.measured).toMatchObject({ runId: 'another', pages: 1 });
  });

  it('ignores pages that were fetched with another budget', () => {
    expect(afterPages(at(4), pages(slot, 3, 100), 8, 1_000)).toEqual(at(4));
  });
});
