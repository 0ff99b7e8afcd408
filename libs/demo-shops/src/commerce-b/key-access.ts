import { randomInt } from 'node:crypto';
import { shopResources, type ShopResource } from './resources';
import { refusal, type WebserviceError } from './webservice-error';

const keyLength = 32;
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ123456789';

export function newApiKey(): string {
  return Array.from({ length: keyLength }, () => letters[randomInt(letters.length)]).join('');
}

/** The shop's one key and what it may read. */
export class KeyAccess {
  private rights: ReadonlySet<ShopResource>;

  constructor(
    private readonly key: string,
    rights: readonly ShopResource[] = shopResources,
  ) {
    this.rights = new Set(rights);
  }

  setRights(rights: readonly ShopResource[]): void {
    this.rights = new Set(rights);
  }

  get readable(): ShopResource[] {
    return shopResources.filter((resource) => this.rights.has(resource));
  }

  mayRead(resource: ShopResource): boolean {
    return this.rights.has(resource);
  }

  /** What the request brings as a key; null: nothing. */
  keyOf(authorization: string | undefined, parameters: URLSearchParams): string | null {
    const encoded = /^Basic\s+(.*)$/i.exec(authorization ?? '')?.[1];
    if (encoded === undefined) return parameters.get('ws_key');
    const pair = Buffer.from(encoded, 'base64').toString();
    return pair.slice(0, pair.indexOf(':') < 0 ? pair.length : pair.indexOf(':')).trim();
  }

  /** None: the key is the right one. */
  refusals(key: string): WebserviceError[] {
    if (key === this.key && this.rights.size > 0) return [];
    const noRights = refusal(401, 21, 'No permission for this authentication key');
    if (key === this.key) return [noRights];
    if (key === '') return [refusal(401, 17, 'Authentication key is empty')];
    if (key.length !== keyLength) return [refusal(401, 18, 'Invalid authentication key format')];
    return [refusal(401, 20, 'Authentification key is not active'), noRights];
  }
}
