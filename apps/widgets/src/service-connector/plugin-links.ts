/**
 * Where the plugin of a shop platform is found, by `connection:system` and for every other system by `connection:default`.
 * Null: no plugin is published yet; the host page may name an address of its own (`plugin-url`).
 */
const pluginLinks: ReadonlyMap<string, string | null> = new Map([
  ['commerce_a:default', null],
  ['commerce_b:default', null],
]);

/**
 * "The configured address for the connection and system pair (with a default fallback key) when that is non-null": an http(s) address, or null.
 * `given`: by the host page, which counts more.
 */
export function pluginLink(connection = '', system = '', given?: string, links = pluginLinks): string | null {
  return webAddress(given) ?? webAddress(links.get(`${connection}:${system}`) ?? links.get(`${connection}:default`));
}

/** "Link targets http(s) only": never a script. */
function webAddress(text: string | null | undefined): string | null {
  if (!text || !URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}
