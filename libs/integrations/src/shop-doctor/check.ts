import type { Observation, ShopCheck } from '@sync/integration-contract';

/** What a response means, if `holds`. */
export type Verdict = Observation & { holds: boolean };

/** In the order in which they count: the first that holds is the finding. Null never does. */
export type Verdicts = readonly (Verdict | null)[];

/**
 * Begins a verdict: `when(status === 404).problem('The plugin is not installed.').advice('Install it.')`. The texts are evidence
 * (default: that of the check), cause and advice, and keep the rules of an Observation.
 */
export function when(holds: boolean, evidence = '') {
  const advisedIn = (verdict: Omit<Observation, 'evidence' | 'advice'>) => ({
    advice: (advice: string): Verdict => ({ holds, evidence, advice, ...verdict }),
  });
  return {
    good: (seen: string): Verdict => ({ holds, verdict: 'good', evidence: seen }),
    evidence: (seen: string) => when(holds, seen),
    notice: (cause: string) => advisedIn({ verdict: 'notice', cause }),
    problem: (cause: string) => advisedIn({ verdict: 'problem', cause }),
    /** A problem with what the credentials may do. */
    refusal: (cause: string) => advisedIn({ verdict: 'problem', cause, isRefusal: true }),
    /** A problem with what stands in front of the shop. */
    block: (cause: string) => advisedIn({ verdict: 'problem', cause, isBlock: true }),
  };
}

export const otherwise = when(true);

export function firstToHold(verdicts: Verdicts): Verdict | null {
  return verdicts.find((verdict) => verdict?.holds) ?? null;
}

/** A row in a table of checks. It asks `Shop`, which makes the requests. */
export interface Check<Shop> extends Omit<ShopCheck, 'look'> {
  /** Default: every shop. */
  readonly onlyIf?: (shop: Shop) => boolean;
  readonly look: (shop: Shop) => Promise<Observation>;
}

interface CheckParts<Shop, Seen> extends Pick<Check<Shop>, 'needs' | 'onlyIf'> {
  /** The question. It changes nothing at the shop. */
  ask: (shop: Shop) => Promise<Seen>;
  /** What was seen, for verdicts that do not say it. */
  evidence?: (seen: Seen) => string;
  judge: (seen: Seen, shop: Shop) => Verdicts;
}

export function check<Shop, Seen>(name: string, title: string, parts: CheckParts<Shop, Seen>): Check<Shop> {
  const { needs, onlyIf, ask, evidence, judge } = parts;
  const look = async (shop: Shop): Promise<Observation> => {
    const seen = await ask(shop);
    const verdict = firstToHold(judge(seen, shop));
    if (!verdict) throw new Error(`The check ${name} has no verdict.`);
    return { ...verdict, evidence: verdict.evidence || (evidence?.(seen) ?? '') };
  };
  return { name, title, needs, onlyIf, look };
}

export function checksOf<Shop>(table: readonly Check<Shop>[], shop: Shop): ShopCheck[] {
  return table
    .filter(({ onlyIf }) => onlyIf?.(shop) ?? true)
    .map(({ name, title, needs, look }) => ({ name, title, needs, look: () => look(shop) }));
}

/** Asks once per subject and shares the outcome: several checks use the same response. */
export function once<T, Subject = void>(ask: (subject: Subject) => Promise<T>): (subject: Subject) => Promise<T> {
  const outcomes = new Map<Subject, Promise<T>>();
  return (subject) => {
    const outcome = outcomes.get(subject) ?? ask(subject);
    outcomes.set(subject, outcome);
    return outcome;
  };
}

export async function timed<T>(ask: () => Promise<T>): Promise<{ outcome: T; tookMs: number }> {
  const started = performance.now();
  const outcome = await ask();
  return { outcome, tookMs: Math.round(performance.now() - started) };
}

/** Asks about one item after another, so that the shop has one request at a time. */
export async function inTurn<Item, T>(items: readonly Item[], ask: (item: Item) => Promise<T>): Promise<T[]> {
  const outcomes: T[] = [];
  for (const item of items) outcomes.push(await ask(item));
  return outcomes;
}
