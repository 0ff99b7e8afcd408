import ipaddr from 'ipaddr.js';

/** Only this block holds global unicast addresses; all others embed IPv4, translate to it, or are local, reserved or unassigned. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Within the block: IETF assignments (Teredo, ORCHID, benchmarking among them), documentation, 6to4, and the old 6bone. */
const notPublicV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3ffe::/16', '3fff::/20'].map((range) => ipaddr.IPv6.parseCIDR(range));

/** Public by its range, but a cloud's own metadata and DNS endpoint. */
const notPublicV4 = ['168.63.129.16/32'].map((range) => ipaddr.IPv4.parseCIDR(range));

/** Whether a literal address belongs to the public internet. What is not known to be public is not. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast' && !notPublicV4.some((range) => address.match(range));
  return address.range() === 'unicast' && address.match(globalUnicast) && !notPublicV6.some((range) => address.match(range));
}
