/** What a shop's plugin says of itself. In the words of the API, because it is kept in a connection's `meta` as it is. */
export interface PluginInfo {
  name: string;
  version: string;
  platform_version: string | null;
  php_version: string | null;
  /** Made once per installation of the plugin. A copy of the shop has the same one. */
  installation_id: string | null;
}

const maxNameLength = 100;
const maxVersionLength = 50;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** From a shop's response, which may hold anything. Null: it does not name a plugin and its version. */
export function pluginInfoOf(value: unknown): PluginInfo | null {
  const said: Readonly<Record<string, unknown>> = typeof value === 'object' && value !== null ? { ...value } : {};
  const name = textOf(said.name, maxNameLength);
  const version = textOf(said.version, maxVersionLength);
  if (name === null || version === null) return null;
  const { installation_id: id } = said;
  return {
    name,
    version,
    platform_version: textOf(said.platform_version, maxVersionLength),
    php_version: textOf(said.php_version, maxVersionLength),
    installation_id: typeof id === 'string' && uuid.test(id) ? id.toLowerCase() : null,
  };
}

function textOf(value: unknown, maxLength: number): string | null {
  if (typeof value !== 'string') return null;
  // Postgres stores no NUL, and a line of a log or a page is one line.
  const text = value.replace(/\p{C}/gu, '').trim();
  return text === '' || text.length > maxLength ? null : text;
}
