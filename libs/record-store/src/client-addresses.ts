import type { CustomerData, RecordOf, SystemCapability } from '@sync/records';

/** Of an attribute that holds the network address or the browser of a shop's customer: `customer_ip_address`, `meta._user_agent`. */
const named = [
  /(?:^|[._-])ip(?:$|[._-])/i,
  /(?:^|[._-])ip_?addr/i,
  /[a-z]I[pP](?![a-z])/,
  /user[._-]?agent/i,
  /(?:^|[._-])remote[._-]?addr/i,
];

/** Shops use the same few keys in all of their records. */
const known = new Map<string, boolean>();
const maxKnown = 5_000;

function isClientAddress(key: string): boolean {
  const before = known.get(key);
  if (before !== undefined) return before;
  if (known.size >= maxKnown) known.clear();
  const isOne = named.some((pattern) => pattern.test(key));
  known.set(key, isOne);
  return isOne;
}

/** The record without the network addresses and browsers of customers. */
export function withoutClientAddresses<C extends SystemCapability>(record: RecordOf[C]): RecordOf[C] {
  const { newsletterConsent: consent } = record as Partial<CustomerData>;
  const hasAddress = (consent?.ipAddress ?? null) !== null;
  if (!hasAddress && !record.customAttributes.some(({ key }) => isClientAddress(key))) return record;
  return {
    ...record,
    customAttributes: record.customAttributes.filter(({ key }) => !isClientAddress(key)),
    ...(hasAddress && { newsletterConsent: { ...consent, ipAddress: null } }),
  };
}
