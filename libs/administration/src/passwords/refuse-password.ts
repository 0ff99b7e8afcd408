import { RefusedValues } from '@sync/domain';
import type { Secret } from '@sync/records';
import { countParts, foldLetters } from './count-parts';

export const passwordLength = { min: 12, max: 128 } as const;

const minParts = 6;
const productName = 'connectionsync';
/** Shorter names are in too many words. */
const minName = 3;

/**
 * Throws RefusedValues at this pointer unless the password of this login is 12 to 128 characters long, contains neither the login (of an
 * address the part before the @) nor the name of the product, and is no combination of a few common words, years and runs of keys.
 */
export function refusePassword(password: Secret<string>, login: string, pointer: string): void {
  const reason = reasonToRefuse(password.reveal(), login);
  if (reason !== null) throw new RefusedValues([{ pointer, detail: reason }]);
}

function reasonToRefuse(password: string, login: string): string | null {
  const { length } = [...password];
  if (length < passwordLength.min || length > passwordLength.max)
    return `A password has ${passwordLength.min} to ${passwordLength.max} characters.`;
  const text = squeezed(password);
  const contains = (name: string) => name.length >= minName && foldLetters(text).includes(foldLetters(name));
  if ([login, login.split('@', 1)[0] ?? ''].map(squeezed).some(contains)) return 'The password must not contain the login.';
  if (contains(productName)) return 'The password must not contain the name of this product.';
  if (isShortRepeated(text) || countParts(text) < minParts)
    return 'The password is easy to guess: it is made of common words, years, repetitions or neighbouring keys.';
  return null;
}

/** In lower case, and without what people put between words. */
function squeezed(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s._-]/g, '');
}

/** The same text, shorter than a password may be, again and again. */
function isShortRepeated(text: string): boolean {
  for (let length = 1; length < passwordLength.min && length * 2 <= text.length; length += 1)
    if (text.startsWith(text.slice(0, -length), length)) return true;
  return false;
}
