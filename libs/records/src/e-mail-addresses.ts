/** How two spellings of an e-mail address are compared. */
export function plainAddress(address: string): string {
  return address.trim().normalize('NFC').toLowerCase();
}

/** Local parts are at most 64 octets and domains 255, so a longer run of text costs no more than that. */
const inText = /[^\s"<>()[\],;:\\@|{}]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,254}[\p{L}\p{N}])?/gu;

/** What may be the address: the whole match, or what follows a character that seldom is a part of one, as in `mail=erika@example.com`. */
function readingsOf(match: string): string[] {
  const address = plainAddress(match);
  const local = address.slice(0, address.lastIndexOf('@'));
  const starts = [...local.matchAll(/[^\p{L}\p{N}._+-]/gu)].map(({ index }) => index + 1);
  return [address, ...starts.map((start) => address.slice(start))];
}

/** The e-mail addresses that a text may name, each as `plainAddress` writes it. */
export function addressesIn(text: string): string[] {
  if (!text.includes('@')) return [];
  return [...new Set([...text.matchAll(inText)].flatMap(([match]) => readingsOf(match)))];
}

export const erasedText = '[erased]';

/** The text without the addresses that `isErased` knows. */
export function withoutAddresses(text: string, isErased: (plain: string) => boolean): string {
  if (!text.includes('@')) return text;
  return text.replace(inText, (match) => (readingsOf(match).some(isErased) ? erasedText : match));
}

/** Whether a JSON value, however deep, names the address. `address`: as `plainAddress` writes it. */
export function namedIn(value: unknown, address: string): boolean {
  if (typeof value === 'string') return plainAddress(value) === address || addressesIn(value).includes(address);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, member]) => namedIn(name, address) || namedIn(member, address));
}

/**
 * The longest part of an address that looks the same in any text that names it, apart from its case: a database may compare only ASCII
 * without regard to case, and JSON may escape the rest. What holds it is looked at again.
 */
export function needleOf(address: string): string {
  const parts = address.match(/[a-z0-9@._+-]+/g) ?? [];
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}
