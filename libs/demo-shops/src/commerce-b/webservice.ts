import { randomInt } from 'node:crypto';
import type { ShopRequest } from '../base/demo-shop';
import type { ShopResponse } from '../base/shop-response';
import type { RecordPages } from './record-pages';
import { forbiddenResource, resourceOf, shopResources, type ShopResource } from './resources';
import { brokenResponse, error, errorResponse, missingResponse, withoutKeyResponse, type Format, type WebserviceError } from './responses';

const off = 'The PrestaShop webservice is disabled. Please activate it in the PrestaShop Back Office';
const keyLength = 32;
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ123456789';

export function newApiKey(): string {
  return Array.from({ length: keyLength }, () => letters[randomInt(letters.length)]).join('');
}

interface WebserviceOptions {
  /** The shop's one key. */
  apiKey: string;
  rights?: readonly ShopResource[];
  /** The host drops the Authorization header on its way to PHP. */
  authorizationDropped?: boolean;
}

/** Everything below /api, checked in the platform's order. */
export class Webservice {
  /** Off by default on the platform: the owner has to switch it on. */
  isOn = true;
  /** What the key may read. */
  rights: readonly ShopResource[];

  constructor(
    private readonly pages: RecordPages,
    private readonly options: WebserviceOptions,
  ) {
    this.rights = options.rights ?? shopResources;
  }

  respond({ method, address, headers, parameters }: ShopRequest): ShopResponse {
    const key = keyOf(this.options.authorizationDropped ? undefined : headers.authorization, parameters);
    if (key === null) return withoutKeyResponse();
    // Only JSON in capitals is JSON.
    const format: Format = parameters.get('output_format') === 'JSON' ? 'JSON' : 'XML';
    if (!this.isOn) return errorResponse(format, [error(503, 22, off)], false);
    const errors = this.keyErrors(key);
    if (errors.length > 0) return errorResponse(format, errors, false);
    const [name = '', id = ''] = address.split('/').slice(2);
    const refusal = this.refusal(name, method);
    if (refusal) return errorResponse(format, [refusal]);
    const resource = resourceOf(name);
    if (!resource) return brokenResponse();
    if (id === '') return this.pages.list(resource, parameters, format);
    return /^\d+$/.test(id) ? this.pages.single(resource, Number(id), parameters) : missingResponse();
  }

  /** Empty when the key is right. */
  private keyErrors(key: string): WebserviceError[] {
    const noRights = error(401, 21, 'No permission for this authentication key');
    if (key === this.options.apiKey) return this.rights.length > 0 ? [] : [noRights];
    if (key === '') return [error(401, 17, 'Authentication key is empty')];
    if (key.length !== keyLength) return [error(401, 18, 'Invalid authentication key format')];
    return [error(401, 20, 'Authentification key is not active'), noRights];
  }

  private refusal(name: string, method: string): WebserviceError | null {
    const resource = resourceOf(name);
    if (name !== '' && name !== forbiddenResource && !resource) return error(400, 27, `Resource of type "${name}" does not exists.`);
    if (name !== '' && !(resource && this.rights.includes(resource)))
      return error(401, 26, `Resource of type "${name}" is not allowed with this authentication key`);
    if (method === 'GET' || method === 'HEAD') return null;
    return error(405, 25, `Method ${method} is not allowed for the resource ${name} with this authentication key`);
  }
}

/** The key in the request; null: there is none. */
function keyOf(authorization: string | undefined, parameters: URLSearchParams): string | null {
  const encoded = /^Basic\s+(.*)$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return parameters.get('ws_key');
  const [user = ''] = Buffer.from(encoded, 'base64').toString().split(':');
  return user.trim();
}
