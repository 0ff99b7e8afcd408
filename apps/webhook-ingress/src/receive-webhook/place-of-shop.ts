/**
 * Host and path of a shop's address, spelled like a stored `base_url`: host in lower case, no default port, no trailing slashes. http and
 * https are one place. Null: no address of a shop.
 */
export function placeOf(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null;
  const { protocol, hostname, port, pathname } = new URL(address);
  if (!/^https?:$/.test(protocol)) return null;
  return `${hostname.replace(/\.$/, '')}:${port}${pathname.replace(/\/+$/, '')}`;
}
