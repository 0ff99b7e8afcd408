import type { LookupAddress, LookupOptions } from 'node:dns';
import { isIP } from 'node:net';
import type { HostAllowlist } from './host-allowlist';
import type { NameAsker } from './names/shop-names';
import { isPublicAddress } from './public-address';

/** Resolves all addresses of a name. */
export type ResolveHost = (hostname: string, asker?: NameAsker) => Promise<LookupAddress[]>;

type LookupCallback = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void;

/** A name or address leads to a forbidden place. Carries no address, so as not to reveal the internal network. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
  readonly code = 'ADDRESS_REFUSED';

  constructor() {
    super('The address is not on the public internet.');
  }
}

/** Checks at each connect, which defeats DNS rebinding: the socket gets the checked addresses, and nothing is resolved twice. */
export class AddressGuard {
  constructor(
    private readonly allowlist: HostAllowlist,
    private readonly resolveHost: ResolveHost,
  ) {}

  /** A literal address never reaches `lookup`. */
  refusesLiteral(host: string): boolean {
    return isIP(host) !== 0 && !this.#mayCall(host);
  }

  /** For a socket's `lookup` option. */
  readonly lookup = (hostname: string, options: LookupOptions, callback: LookupCallback, asker?: NameAsker): void => {
    this.#resolve(hostname, asker).then(
      (addresses) => {
        const [first] = addresses;
        if (!first) callback(new AddressRefused(), []);
        else if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };

  /** Refuses the name if any address is not public: a mix of public and private addresses is an attack, not a shop. */
  async #resolve(hostname: string, asker?: NameAsker): Promise<LookupAddress[]> {
    const addresses = await this.resolveHost(hostname, asker);
    const named = this.allowlist.allowsName(hostname);
    if (!named && addresses.some(({ address }) => !this.#mayCall(address))) throw new AddressRefused();
    return addresses;
  }

  #mayCall(address: string): boolean {
    return isPublicAddress(address) || this.allowlist.allowsAddress(address);
  }
}
