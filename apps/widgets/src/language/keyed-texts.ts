/** Texts in the order of their keys. The texts are most of each script: listing the keys once instead of per language keeps it small. */
export type TextPerKey<Keys extends readonly string[]> = { readonly [Index in keyof Keys]: string };

/** Pairs each key with its text. */
export function keyed<Key extends string>(keys: readonly Key[], texts: readonly string[]): Record<Key, string> {
  return Object.fromEntries(keys.map((key, at) => [key, texts[at]])) as Record<Key, string>;
}
