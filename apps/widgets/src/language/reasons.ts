/** Codes of `last_attempt` and `status_reason` that have a sentence in both widgets. */
const reasons = ['credentials_refused', 'shop_unreachable', 'other_platform'] as const;

/** The key of the sentence; undefined for an unknown code. */
export function reasonOf(code: unknown): (typeof reasons)[number] | undefined {
  return reasons.find((known) => known === code);
}
