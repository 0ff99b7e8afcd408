/**
 * How many requests a shop's host may have in flight, and what was learnt about it. Times are milliseconds of one clock, that of Postgres.
 *
 * The budget climbs by one while each step pays: while pages per second grow by at least a quarter of what they would grow by if the
 * shop did not slow down. The step that does not pay is taken back, and the budget rests: briefly at first, since one measurement may
 * be wrong, then twice as long each time. From the third time on it climbs again from one below, so it also comes down when the shop
 * gets slower. A refusal halves it. A shop that takes very long for a page, or does not respond in time, gets one request at a time.
 */
export interface ShopBudget {
  maxInFlight: number;
  /** Of the present budget. Pages of one run only, so that like is compared with like. */
  measured: { runId: string | null; at: number; pages: number; pagesMs: number };
  /** What a page took with one request fewer; null: not known. */
  pageMsBelow: number | null;
  /** Pages until the budget tries to climb again; 0: it climbs. */
  restPages: number;
  /** Steps in a row that did not pay. */
  failedSteps: number;
  halvedAt: number;
  /** The shop refused that many at once. Until then the budget stays below. */
  refusedInFlight: number | null;
  refusedUntil: number;
}

/** Pages of one run that were fetched while the host's whole budget was in use. */
export interface MeasuredPages {
  runId: string;
  maxInFlight: number;
  pages: number;
  pagesMs: number;
}

export interface ShopRefusal {
  /** 429: there were too many requests. Otherwise the shop was overloaded or too slow. */
  tooMany: boolean;
  /** How long ago the refused request was sent, at most. */
  callMs: number;
}

const startInFlight = 2;
/** More requests at once rarely make a shop faster that takes this long for a page. */
const slowPageMs = 10_000;
/** What a measurement takes, for each request in flight. */
const pagesPerMeasurement = 3;
/** The same until the first step that does not pay, so that a shop that takes more gets more sooner. */
const pagesPerFirstMeasurement = 2;
const firstRestMeasurements = 5;
const trustedFailures = 3;
/** Of the gain that a step would bring if the shop did not slow down. */
const minGain = 0.25;
const rememberRefusalMs = 3_600_000;
/** In so many pages' time the measured run would have been heard of: it has ended, or waits. */
const silentPages = 10;
const minSilenceMs = 1_000;

export function newBudget(maxRequests: number): ShopBudget {
  const measured = { runId: null, at: 0, pages: 0, pagesMs: 0 };
  const nothing = { pageMsBelow: null, restPages: 0, failedSteps: 0, halvedAt: 0, refusedInFlight: null, refusedUntil: 0 };
  return { maxInFlight: Math.min(startInFlight, maxRequests), measured, ...nothing };
}

/** `maxRequests`: the ceiling. */
export function afterPages(budget: ShopBudget, sample: MeasuredPages, maxRequests: number, now: number): ShopBudget {
  if (sample.maxInFlight !== budget.maxInFlight) return budget;
  if (sample.pagesMs / sample.pages >= slowPageMs) return moved(budget, 1, { restPages: 0, failedSteps: 0 });
  const { runId, at } = budget.measured;
  const isSameRun = runId === sample.runId;
  const silenceMs = Math.max(minSilenceMs, (silentPages * sample.pagesMs) / sample.pages);
  if (!isSameRun && runId !== null && now - at < silenceMs) return budget;
  const before = isSameRun ? budget.measured : { pages: 0, pagesMs: 0 };
  const measured = { runId: sample.runId, at: now, pages: before.pages + sample.pages, pagesMs: before.pagesMs + sample.pagesMs };
  const next = { ...budget, measured, pageMsBelow: isSameRun ? budget.pageMsBelow : null };
  const pagesEach = budget.failedSteps === 0 ? pagesPerFirstMeasurement : pagesPerMeasurement;
  return measured.pages >= pagesEach * budget.maxInFlight ? afterMeasurement(next, maxRequests, now) : next;
}

function afterMeasurement(budget: ShopBudget, maxRequests: number, now: number): ShopBudget {
  const { maxInFlight, measured, pageMsBelow } = budget;
  const pageMs = measured.pagesMs / measured.pages;
  if (budget.restPages > 0) {
    const restPages = Math.max(0, budget.restPages - measured.pages);
    if (restPages > 0) return moved(budget, maxInFlight, { restPages });
    if (budget.failedSteps >= trustedFailures) return moved(budget, Math.max(1, maxInFlight - 1), { restPages });
  }
  if (pageMsBelow !== null && !pays(maxInFlight, pageMs, pageMsBelow)) return resting(budget, maxInFlight - 1, budget.failedSteps + 1);
  const highest = now < budget.refusedUntil ? Math.min(maxRequests, (budget.refusedInFlight ?? maxRequests + 1) - 1) : maxRequests;
  if (maxInFlight >= highest) return resting(budget, maxInFlight, trustedFailures);
  const failedSteps = pageMsBelow === null ? budget.failedSteps : 0;
  return moved(budget, maxInFlight + 1, { restPages: 0, failedSteps, pageMsBelow: pageMs });
}

/** Requests that were sent before the last halving change nothing. */
export function afterRefusal(budget: ShopBudget, { tooMany, callMs }: ShopRefusal, now: number): ShopBudget {
  if (now - callMs < budget.halvedAt) return budget;
  const refused = tooMany ? { refusedInFlight: budget.maxInFlight, refusedUntil: now + rememberRefusalMs } : {};
  const maxInFlight = !tooMany && callMs >= slowPageMs ? 1 : Math.max(1, Math.floor(budget.maxInFlight / 2));
  return moved(budget, maxInFlight, { restPages: 0, failedSteps: 0, halvedAt: now, ...refused });
}

function pays(maxInFlight: number, pageMs: number, pageMsBelow: number): boolean {
  const growth = ((maxInFlight / pageMs) * pageMsBelow) / (maxInFlight - 1) - 1;
  return growth >= minGain / (maxInFlight - 1);
}

function resting(budget: ShopBudget, maxInFlight: number, failedSteps: number): ShopBudget {
  const measurements = firstRestMeasurements * 2 ** (Math.min(failedSteps, trustedFailures) - 1);
  return moved(budget, maxInFlight, { failedSteps, restPages: measurements * pagesPerMeasurement * maxInFlight });
}

function moved(budget: ShopBudget, maxInFlight: number, change: Partial<ShopBudget>): ShopBudget {
  const measured = { ...budget.measured, pages: 0, pagesMs: 0 };
  return { ...budget, maxInFlight, measured, pageMsBelow: null, ...change };
}
