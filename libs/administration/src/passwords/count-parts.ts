import { commonWords } from './common-words';

/** Letters of the alphabet, digits, and keys that are neighbours on English, German and French keyboards. */
const walks = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  '1qay2wsx3edc4rfv5tgb6zhn7ujm',
  'qawsedrftgyhujikolp',
  '!"§$%&/()=',
  '!@#$%^&*()',
];

const neighbours = new Set(
  walks.flatMap((walk) => [...walk].slice(1).flatMap((character, place) => [`${walk[place]}${character}`, `${character}${walk[place]}`])),
);

/** How people replace letters. An l counts as an i, because 1 and ! stand for both. */
const replaced: Readonly<Record<string, string>> = {
  '@': 'a',
  4: 'a',
  8: 'b',
  3: 'e',
  1: 'i',
  '!': 'i',
  l: 'i',
  0: 'o',
  5: 's',
  $: 's',
  7: 't',
};

/** One character for each of the text, so that places stay. */
export function foldLetters(text: string): string {
  return [...text].map((character) => replaced[character] ?? character).join('');
}

const words = new Set(commonWords.map(foldLetters));
const lengths = [...new Set([...words].map((word) => word.length))];

/**
 * How many parts a guesser has to combine: a common word is one part, a year is one, and so is any other character. None is a character
 * that repeats the one before it or is its neighbour in the alphabet or on the keyboard. `text` is in lower case.
 */
export function countParts(text: string): number {
  const characters = [...text];
  const folded = [...foldLetters(text)];
  /** By the number of characters. */
  const fewest = [0];
  for (let end = 1; end <= characters.length; end += 1) {
    const [before = '', last = ''] = [characters[end - 2], characters[end - 1]];
    const isRun = before === last || neighbours.has(before + last);
    const counts = [(fewest[end - 1] ?? 0) + (isRun ? 0 : 1)];
    for (const length of lengths)
      if (length <= end && words.has(folded.slice(end - length, end).join(''))) counts.push((fewest[end - length] ?? 0) + 1);
    if (/^(19|20)\d\d$/.test(characters.slice(Math.max(0, end - 4), end).join(''))) counts.push((fewest[end - 4] ?? 0) + 1);
    fewest.push(Math.min(...counts));
  }
  return fewest[characters.length] ?? 0;
}
