import { shops } from '@sync/platforms';

/**
 * The plugin's http(s) address for a connection key and a system, or null. The host page's own address (`plugin-url`) comes first, then the
 * platform's link for the system, then its default link.
 */
export function pluginLink(connection = '', system = '', given?: string, platforms: readonly LinkedPlatform[] = shops): string | null {
  const links = platforms.find(({ driver }) => driver === connection)?.plugin.links;
  const configured = links && ((Object.hasOwn(links, system) ? links[system] : null) ?? links.default);
  return webAddress(given) ?? webAddress(configured);
}

type LinkedPlatform = Pick<(typeof shops)[number], 'driver'> & { plugin: Pick<(typeof shops)[number]['plugin'], 'links'> };

/** Links lead to http(s) only, never to a script. */
function webAddress(text: string | null | undefined): string | null {
  if (!text || !URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}
