import ipaddr from 'ipaddr.js';

/** The only block of global unicast addresses; all others embed or translate IPv4, or are local, reserved or unassigned. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Exceptions within the block: IETF assignments (Teredo, ORCHID, benchmarking), documentation, 6to4 and 6bone. */
const notPublicV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3ffe::/16', '3fff::/20'].map((range) => ipaddr.IPv6.parseCIDR(range));

/** In a public range, but a cloud's internal metadata and DNS endpoint. */
const notPublicV4 = ['168.63.129.16/32'].map((range) => ipaddr.IPv4.parseCIDR(range));

/** Whether a literal address is on the public internet. Unknown ranges are not. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast' && !notPublicV4.some((range) => address.match(range));
  return address.range() === 'unicast' && address.match(globalUnicast) && !notPublicV6.some((range) => address.match(range));
}
