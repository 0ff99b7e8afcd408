import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestCounters } from '../commerce-a/request-counters';
import { deliver, met, type MetFaults } from '../commerce-a/spoiled-answers';
import type { ShopAnswer } from '../commerce-a/wordpress-answers';
import { resourceOf, type ShopResource } from './resources';
import { isShopCollection, type ShopContents } from './shop-contents';
import { vanishes, type ShopBFaults } from './shop-faults';
import { spoilWebservice } from './spoiled-answers';
import { pageAnswer, type Webservice } from './webservice';

export interface ShopParts {
  name: string;
  latencyMs: () => number;
  contents: ShopContents;
  webservice: Webservice;
  faults: ShopBFaults;
  counters: RequestCounters;
}

interface Target {
  path: string;
  resource: ShopResource | null;
  isList: boolean;
  parameters: URLSearchParams;
}

/** Page of a list by its limit; 0: the whole of it. */
function pageOf(limit: string | null): number {
  const [offset = 0, count = 0] = (limit ?? '').split(',').map(Number);
  return count > 0 ? Math.floor(offset / count) + 1 : 0;
}

function targetOf(url: string): Target {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const [, root, name = '', id = ''] = path.split('/');
  const resource = root === 'api' ? resourceOf(name) : null;
  return { path, resource, isList: resource !== null && id === '', parameters: new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1)) };
}

/** Everything that the shop answers to the outside. */
export class ShopRequests {
  constructor(private readonly parts: ShopParts) {}

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { counters, faults: allFaults, latencyMs } = this.parts;
    const target = targetOf(request.url ?? '/');
    const counted = target.resource ?? 'other';
    const page = target.isList ? pageOf(target.parameters.get('limit')) : null;
    counters.request(counted);
    if (page !== null) response.once('close', counters.page(counted, page, null));
    const faults = allFaults.take({ path: counted, page });
    request.resume();
    const wait = latencyMs() + (met(faults, 'latency')?.ms ?? 0);
    if (wait > 0) await sleep(wait);
    const answer = this.answer(request, target, faults);
    counters.answered(answer.status);
    deliver(response, answer, faults, request.method !== 'HEAD');
  }

  private answer({ method = 'GET', headers }: IncomingMessage, { path, resource, parameters }: Target, faults: MetFaults): ShopAnswer {
    if (faults.has('insert') && isShopCollection(resource)) this.parts.contents.add(resource);
    if (vanishes(faults) && resource) this.parts.contents.remove(resource, this.parts.contents.of(resource).idsAscending()[0] ?? 0);
    const isService = path === '/api' || path.startsWith('/api/');
    const honest = isService ? this.parts.webservice.answer({ method, path, parameters, headers }) : pageAnswer(path, this.parts.name);
    return spoilWebservice(honest, faults);
  }
}
