import { lookup as dnsLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP } from 'node:net';
import type { HostAllowlist } from './host-allowlist';
import { isPublicAddress } from './public-address';

/** All addresses of a name. */
export type ResolveHost = (hostname: string) => Promise<LookupAddress[]>;

type LookupCallback = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void;

/** A name or address leads somewhere that may not be called. It carries no address: what a name resolves to inside is nobody's business. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
  readonly code = 'ADDRESS_REFUSED';

  constructor() {
    super('The address is not on the public internet.');
  }
}

export const resolveAll: ResolveHost = (hostname) =>
  new Promise((resolve, reject) => {
    dnsLookup(hostname, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });

/** Decides at each connect, so that a name that moves between two calls is caught, and hands the checked addresses to the socket: nothing is resolved twice. */
export class AddressGuard {
  constructor(
    private readonly allowlist: HostAllowlist,
    private readonly resolveHost: ResolveHost,
  ) {}

  /** A literal address never reaches `lookup`. */
  refusesLiteral(host: string): boolean {
    return isIP(host) !== 0 && !this.#mayCall(host);
  }

  /** In the form that a socket's `lookup` option asks for. */
  readonly lookup = (hostname: string, options: LookupOptions, callback: LookupCallback): void => {
    this.#resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (!first) callback(new AddressRefused(), []);
        else if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };

  /** Refused if any of the answers is not public: a name with one good and one bad address is an attack, not a shop. */
  async #resolve(hostname: string): Promise<LookupAddress[]> {
    const addresses = await this.resolveHost(hostname);
    const named = this.allowlist.allowsName(hostname);
    if (!named && addresses.some(({ address }) => !this.#mayCall(address))) throw new AddressRefused();
    return addresses;
  }

  #mayCall(address: string): boolean {
    return isPublicAddress(address) || this.allowlist.allowsAddress(address);
  }
}
