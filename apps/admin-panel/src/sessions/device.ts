/** By a word that only this browser puts into its user agent, the most particular first: Edge also says Chrome, and Chrome Safari. */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;

/** Android also says Linux, and an iPhone says Mac OS X. */
const systems = [
  ['Windows', 'Windows'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** Browser and system that a user agent names; null unless it names both. It is a hint for the owner: a client can write anything there. */
export function deviceOf(userAgent: string): { browser: string; system: string } | null {
  const named = (names: readonly (readonly [word: string, name: string])[]) => names.find(([word]) => userAgent.includes(word))?.[1];
  const [browser, system] = [named(browsers), named(systems)];
  return browser && system ? { browser, system } : null;
}
