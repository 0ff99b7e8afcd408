import type { ShopRequest } from '../base/demo-shop';
import type { ShopResponse } from '../base/shop-response';
import type { KeyAccess } from './key-access';
import type { RecordPages } from './record-pages';
import { forbiddenResource, resourceOf } from './resources';
import { brokenResponse, error, errorResponse, missingResponse, withoutKeyResponse, type Format, type WebserviceError } from './responses';

const off = 'The PrestaShop webservice is disabled. Please activate it in the PrestaShop Back Office';

/** Everything below /api, checked in the platform's order. */
export class Webservice {
  /** Off by default on the platform: the owner has to switch it on. */
  isOn = true;

  constructor(
    private readonly pages: RecordPages,
    private readonly access: KeyAccess,
    /** The host drops the Authorization header on its way to PHP. */
    private readonly isAuthorizationDropped: boolean,
  ) {}

  respond({ method, address, headers, parameters }: ShopRequest): ShopResponse {
    const key = this.access.keyOf(this.isAuthorizationDropped ? undefined : headers.authorization, parameters);
    if (key === null) return withoutKeyResponse();
    // Only JSON in capitals is JSON.
    const format: Format = parameters.get('output_format') === 'JSON' ? 'JSON' : 'XML';
    if (!this.isOn) return errorResponse(format, [error(503, 22, off)], false);
    const errors = this.access.errors(key);
    if (errors.length > 0) return errorResponse(format, errors, false);
    const [name = '', id = ''] = address.split('/').slice(2);
    const refusal = this.refusal(name, method);
    if (refusal) return errorResponse(format, [refusal]);
    const resource = resourceOf(name);
    if (!resource) return brokenResponse();
    if (id === '') return this.pages.list(resource, parameters, format);
    return /^\d+$/.test(id) ? this.pages.single(resource, Number(id), parameters) : missingResponse();
  }

  private refusal(name: string, method: string): WebserviceError | null {
    const resource = resourceOf(name);
    if (name !== '' && name !== forbiddenResource && !resource) return error(400, 27, `Resource of type "${name}" does not exists.`);
    if (name !== '' && !(resource && this.access.mayRead(resource)))
      return error(401, 26, `Resource of type "${name}" is not allowed with this authentication key`);
    if (method === 'GET' || method === 'HEAD') return null;
    return error(405, 25, `Method ${method} is not allowed for the resource ${name} with this authentication key`);
  }
}
