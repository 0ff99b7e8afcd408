import { randomInt } from 'node:crypto';
import { error, type WebserviceError } from './responses';
import { shopResources, type ShopResource } from './resources';

const keyLength = 32;
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ123456789';

export function newApiKey(): string {
  return Array.from({ length: keyLength }, () => letters[randomInt(letters.length)]).join('');
}

/** The shop's one key and its rights. */
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

  mayRead(resource: ShopResource): boolean {
    return this.rights.has(resource);
  }

  /** The key in the request; null: there is none. */
  keyOf(authorization: string | undefined, parameters: URLSearchParams): string | null {
    const encoded = /^Basic\s+(.*)$/i.exec(authorization ?? '')?.[1];
    if (encoded === undefined) return parameters.get('ws_key');
    const [user = ''] = Buffer.from(encoded, 'base64').toString().split(':');
    return user.trim();
  }

  /** Empty when the key is right. */
  errors(key: string): WebserviceError[] {
    const noRights = error(401, 21, 'No permission for this authentication key');
    if (key === this.key) return this.rights.size > 0 ? [] : [noRights];
    if (key === '') return [error(401, 17, 'Authentication key is empty')];
    if (key.length !== keyLength) return [error(401, 18, 'Invalid authentication key format')];
    return [error(401, 20, 'Authentification key is not active'), noRights];
  }
}
