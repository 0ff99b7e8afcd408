import { randomInt } from 'node:crypto';
import { Secret } from '@sync/records';

/** Without characters that look alike. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

/** 100 random bits in five groups that can be read out, for example `k7mwd-…`. To be changed at the first sign-in. */
export function generatePassword(): Secret<string> {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return new Secret(Array.from({ length: 5 }, group).join('-'));
}
