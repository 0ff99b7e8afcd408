import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

const hostNamePattern = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/;
const loopback = ['127.0.0.1', '::1'];

/** Hosts that may be called even if private, and over plain http: for shops in one's own network, demos and tests. */
export class HostAllowlist {
  readonly #ranges: Range[] = [];
  readonly #names = new Set<string>();

  /** Entries are CIDR ranges, addresses or host names. Throws on anything else, so that a typo is noticed. */
  constructor(entries: readonly string[] = []) {
    for (const entry of entries.map((text) => text.trim().toLowerCase())) {
      const range = parseRange(entry);
      if (range) this.#ranges.push(range);
      else if (hostNamePattern.test(entry) && !/^[\d.]+$/.test(entry)) this.#names.add(entry);
      else throw new Error(`neither a CIDR range, an address nor a host name: ${entry}`);
    }
  }

  /** Splits a comma-separated list. Throws on an invalid entry. */
  static entriesOf(text: string): string[] {
    const entries = text.split(',').map((entry) => entry.trim());
    const named = entries.filter((entry) => entry !== '');
    return new HostAllowlist(named) && named;
  }

  allowsAddress(text: string): boolean {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.parse(text);
    return this.#ranges.some(([network, bits]) => matches(address, network, bits));
  }

  /** `localhost` means the loopback addresses (RFC 6761), so it is allowed if either of them is. */
  allowsName(hostname: string): boolean {
    return this.#names.has(hostname) || (hostname === 'localhost' && loopback.some((address) => this.allowsAddress(address)));
  }

  /** `host` is a name or a literal address without brackets. */
  allows(host: string): boolean {
    return this.allowsName(host) || this.allowsAddress(host);
  }
}

function parseRange(entry: string): Range | null {
  if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry);
  if (!ipaddr.IPv4.isValidFourPartDecimal(entry) && !ipaddr.IPv6.isValid(entry)) return null;
  const address = ipaddr.parse(entry);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

function matches(address: Address, network: Address, bits: number): boolean {
  if (address instanceof ipaddr.IPv4) return network instanceof ipaddr.IPv4 && address.match(network, bits);
  return network instanceof ipaddr.IPv6 && address.match(network, bits);
}
