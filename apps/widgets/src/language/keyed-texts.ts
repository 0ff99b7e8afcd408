/** In the order of the keys, so that no key is written ten times: the texts are most of what a visitor loads. */
export type TextOfEach<Keys extends readonly string[]> = { readonly [Index in keyof Keys]: string };

/** Each text under its key. */
export function keyed<Key extends string>(keys: readonly Key[], texts: readonly string[]): Record<Key, string> {
  return Object.fromEntries(keys.map((key, at) => [key, texts[at]])) as Record<Key, string>;
}
