import { membersOf } from '../service/json';

/** Codes of `last_attempt` and `status_reason` that have a sentence in both widgets. The panel says the same (`status-sentences.check-spec.ts`). */
const reasons = ['credentials_refused', 'shop_unreachable', 'other_platform', 'blocked', 'reachable_again', 'waiting_for_shop'] as const;

type Reason = (typeof reasons)[number];

/** The key of the sentence; undefined for an unknown code. */
export function reasonOf(code: unknown): Reason | undefined {
  return reasons.find((known) => known === code);
}

/** Why a shop does not work now. */
export interface Problem {
  /** Of its sentence; undefined: `sentence` stands in the service's words, which are English. */
  key: Reason | 'failed' | undefined;
  sentence: unknown;
  /** Classes of a notice: red when the shop needs its owner, else amber, with a sign of its own while the service waits for the shop. */
  look: 'danger' | 'warning' | 'warning waits';
}

/** Of a shop as the service responds it. Null: it works, or was ended on purpose. */
export function problemOf(shop: object): Problem | null {
  const { status, status_reason: given } = membersOf(shop);
  const { code, message: sentence } = membersOf(given);
  const isBroken = status === 'error';
  const known = reasonOf(code);
  const hasSentence = typeof sentence === 'string' && sentence;
  if (status === 'disconnected' || !(known || hasSentence || isBroken)) return null;
  return {
    key: known ?? (hasSentence ? undefined : 'failed'),
    sentence,
    look: isBroken ? 'danger' : known ? 'warning waits' : 'warning',
  };
}

/** In the language of the texts where it has a sentence. */
export function problemText({ key, sentence }: Problem, texts: Readonly<Record<Reason | 'failed', string>>): string {
  return key ? texts[key] : String(sentence);
}
