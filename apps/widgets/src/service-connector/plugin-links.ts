import { shops } from '@sync/platforms';

/**
 * The plugin's http(s) address for a connection key and a system, or null. The host page's own address (`plugin-url`) comes first, then the
 * platform's link for the system, then its default link, which the service serves.
 */
export function pluginLink(
  apiUrl: string,
  connection = '',
  system = '',
  given = '',
  platforms: readonly LinkedPlatform[] = shops,
): string | null {
  // The null prototype hides what every object has.
  const links = { __proto__: null, ...platforms.find(({ driver }) => driver === connection)?.plugin.links } as Links;
  return webAddress(given) ?? webAddress(links[system] ?? links.default, apiUrl);
}

type LinkedPlatform = Pick<(typeof shops)[number], 'driver'> & { plugin: Pick<(typeof shops)[number]['plugin'], 'links'> };

type Links = Readonly<Partial<Record<string, string | null>>>;

/** Links lead to http(s) only, never to a script. With `apiUrl` the text may be a path below it. */
function webAddress(text: string | null | undefined, apiUrl?: string): string | null {
  try {
    // Short, because the script is near its limit: an address, but not http(s).
    const { protocol, href } = new URL(text || 'x:', apiUrl && new URL(`${apiUrl}/`, document.baseURI));
    return /^https?:$/.test(protocol) ? href : null;
  } catch {
    return null;
  }
}
