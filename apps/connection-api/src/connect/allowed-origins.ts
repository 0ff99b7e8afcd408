import { Problem } from '@sync/service-runtime';

/** Origins whose pages may initialise a direct system from a browser; without a list, any. Servers send no Origin header and always may. */
export class AllowedOrigins {
  constructor(private readonly list: readonly string[] | undefined) {}

  allows(origin: string | undefined): boolean {
    return origin === undefined || this.list === undefined || this.list.includes(origin);
  }

  /** Throws Problem. CORS alone is not enough: a page can send a simple request without a preflight. */
  check(origin: string | undefined): void {
    if (!this.allows(origin)) throw new Problem('forbidden', 'Pages of this origin may not initialise a direct system.');
  }
}
