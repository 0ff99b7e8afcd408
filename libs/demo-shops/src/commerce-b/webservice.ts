import { htmlAnswer, type ShopAnswer } from '../commerce-a/wordpress-answers';
import type { KeyAccess } from './key-access';
import type { ResourceLists } from './resource-lists';
import { resourceOf, shopResources, unofferedResources } from './resources';
import {
  brokenAnswer,
  contentAnswer,
  errorAnswer,
  frontPageRedirect,
  missingAnswer,
  withoutKeyAnswer,
  type Format,
} from './webservice-answers';
import { didYouMean, refusal, type WebserviceError } from './webservice-error';
import { xmlRoot } from './xml-body';

export interface WebserviceOptions {
  name: string;
  storeBase: string;
  /** How many languages the shop has. */
  languages: number;
  shops: number;
  /** The host loses the Authorization header on its way to PHP. */
  authorizationDropped: boolean;
  /** Requests under another host name are sent to the shop's own. */
  ownHostOnly: boolean;
}

export interface WebserviceRequest {
  method: string;
  path: string;
  parameters: URLSearchParams;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

const methods = ['GET', 'PUT', 'POST', 'PATCH', 'DELETE', 'HEAD'];
const readMethods = ['GET', 'HEAD'];
const off = 'The PrestaShop webservice is disabled. Please activate it in the PrestaShop Back Office';

/** The languages that a request asks for, by their place; without a wish all of them, null for an unknown one. */
function languagesOf(parameters: URLSearchParams, all: number): number[] | null {
  const every = Array.from({ length: all }, (_, index) => index);
  const text = parameters.get('language');
  if (text === null) return every;
  const inner = /^\[(.*)\]$/.exec(text)?.[1] ?? text;
  const [low = '', high] = inner.split(',');
  const wanted =
    high === undefined
      ? inner.split('|').map(Number)
      : every.map((index) => index + 1).filter((id) => id >= Number(low) && id <= Number(high));
  const known = every.filter((index) => wanted.includes(index + 1));
  return known.length > 0 ? known : null;
}

/** Everything below /api, in the order in which the platform looks at a request. */
export class Webservice {
  /** The owner has to switch it on. */
  isOn = true;

  constructor(
    private readonly lists: ResourceLists,
    private readonly access: KeyAccess,
    private readonly options: WebserviceOptions,
  ) {}

  answer(request: WebserviceRequest): ShopAnswer {
    const { path, parameters, headers } = request;
    if (this.isForAnotherShop(request)) return frontPageRedirect(this.options.storeBase, path, parameters);
    const key = this.access.keyOf(
      this.options.authorizationDropped ? undefined : (headers.authorization as string | undefined),
      parameters,
    );
    if (key === null) return withoutKeyAnswer();
    const format = this.format(request);
    if (!this.isOn) return errorAnswer(format, [refusal(503, 22, off)], false);
    const refusals = this.access.refusals(key);
    if (refusals.length > 0) return errorAnswer(format, refusals, false);
    const asked = parameters.get('id_shop');
    if (asked !== null && asked !== 'all' && asked !== '1')
      return errorAnswer(format, [refusal(403, 132, 'No permission for this key on this shop')], true);
    return this.forKey(request, format);
  }

  private forKey({ method, path, parameters }: WebserviceRequest, format: Format): ShopAnswer {
    const [name = '', id = ''] = path.replace(/^\/api\/?/, '').split('/');
    const languages = languagesOf(parameters, this.options.languages);
    if (!languages) return errorAnswer(format, [refusal(400, 81, 'language is not available')], true);
    const refused = this.refusalOf(name, method);
    if (refused) return errorAnswer(format, [refused], true);
    const resource = resourceOf(name);
    if (resource === null) return this.root(format);
    const wanted = { resource, parameters, languages, format };
    if (id === '') return this.lists.list(wanted);
    return /^\d+/.test(id) ? this.lists.single(wanted, Number.parseInt(id, 10)) : missingAnswer();
  }

  private refusalOf(name: string, method: string): WebserviceError | null {
    const resource = resourceOf(name);
    if (name !== '' && !resource && !unofferedResources.includes(name)) {
      const known = [...shopResources, ...unofferedResources].sort();
      return refusal(400, 27, didYouMean(`Resource of type "${name}" does not exists`, name, known));
    }
    if (name !== '' && !(resource && this.access.mayRead(resource))) {
      return refusal(401, 26, `Resource of type "${name}" is not allowed with this authentication key`);
    }
    if (!methods.includes(method)) return refusal(405, 23, `Method ${method} is not valid`);
    if (readMethods.includes(method) || name === '') return null;
    return refusal(405, 25, `Method ${method} is not allowed for the resource ${name} with this authentication key`);
  }

  /** What may be read, which only XML can tell. */
  private root(format: Format): ShopAnswer {
    if (format === 'JSON') return brokenAnswer();
    return contentAnswer(format, Buffer.from(xmlRoot(this.options.name, this.access.readable, this.options.storeBase)));
  }

  private isForAnotherShop({ parameters, headers }: WebserviceRequest): boolean {
    const { shops, ownHostOnly, storeBase } = this.options;
    const asked = parameters.get('id_shop');
    if (asked !== null && asked !== 'all' && !(Number(asked) >= 1 && Number(asked) <= shops)) return true;
    return ownHostOnly && headers.host !== new URL(storeBase).host;
  }

  /** Nothing but JSON in capitals is JSON. */
  private format({ parameters, headers }: WebserviceRequest): Format {
    const wanted = parameters.get('output_format') ?? headers['output-format'] ?? headers['io-format'];
    return wanted === 'JSON' ? 'JSON' : 'XML';
  }
}

/** Addresses that are not the webservice's. */
export function pageAnswer(path: string, name: string): ShopAnswer {
  return path === '/' ? htmlAnswer(200, name) : htmlAnswer(404, 'The page you are looking for was not found.');
}
