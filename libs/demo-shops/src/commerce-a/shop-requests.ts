import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectivityCheck } from './connectivity-check';
import { shopCollections, type ShopCollection } from './data/shop-setup';
import { bodyText } from './request-body';
import type { RequestCounters } from './request-counters';
import { restIndex, webhookList, type RestInterface } from './rest-index';
import type { ShopAccess } from './shop-access';
import type { ShopContents } from './shop-contents';
import type { ShopFaults } from './shop-faults';
import type { ShopLists } from './shop-lists';
import { deliver, met, spoil, type MetFaults } from './spoiled-answers';
import type { ShopWebhook } from './webhooks/shop-webhooks';
import { htmlAnswer, jsonAnswer, noRoute, type ShopAnswer } from './wordpress-answers';

export interface ShopParts extends RestInterface {
  plainPermalinks: boolean;
  connectionToken: string;
  /** Told of the connection that a successful connectivity check named. */
  onVerified: (connectionId: string) => void;
  latencyMs: () => number;
  webhooks: () => readonly ShopWebhook[];
  contents: ShopContents;
  lists: ShopLists;
  access: ShopAccess;
  faults: ShopFaults;
  counters: RequestCounters;
}

interface Target {
  path: ShopCollection | 'connectivity-check' | 'other';
  id: number | null;
  parameters: URLSearchParams;
}

/** Everything that the shop answers to the outside. */
export class ShopRequests {
  constructor(private readonly parts: ShopParts) {}

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { counters, faults: allFaults, latencyMs } = this.parts;
    const target = this.target(request.url ?? '/');
    const page = target.path === 'other' || target.path === 'connectivity-check' ? null : Number(target.parameters.get('page') ?? 1);
    counters.request(target.path);
    if (page !== null && target.id === null)
      response.once('close', counters.page(target.path, page, target.parameters.get('modified_after')));
    const faults = allFaults.take({ path: target.path, page });
    const body = request.method === 'POST' ? await bodyText(request) : '';
    const wait = latencyMs() + (met(faults, 'latency')?.ms ?? 0);
    if (wait > 0) await sleep(wait);
    const answer = this.answer(request, target, body, faults);
    counters.answered(answer.status);
    deliver(response, answer, faults, request.method !== 'HEAD');
  }

  private answer(request: IncomingMessage, target: Target, body: string, faults: MetFaults): ShopAnswer {
    const { path } = target;
    if (faults.has('insert') && path !== 'other' && path !== 'connectivity-check') this.parts.contents.add(path);
    return spoil(this.withLink(this.honestAnswer(request, target, body)), faults);
  }

  private honestAnswer(
    { method = 'GET', url = '/', headers }: IncomingMessage,
    { path, id, parameters }: Target,
    body: string,
  ): ShopAnswer {
    const { access, connectionToken, lists, plainPermalinks } = this.parts;
    if (url.startsWith('/wp-json/') && plainPermalinks) return this.withoutPrettyAddresses(method, url);
    if (path === 'connectivity-check') return connectivityCheck(method, body, connectionToken, this.parts.onVerified);
    if (path === 'other') return this.otherAnswer(url, headers.authorization);
    if (method === 'OPTIONS')
      return jsonAnswer(200, { namespace: 'wc/v3', methods: ['GET', 'POST'], endpoints: [] }, { Allow: 'GET, POST' });
    if (method !== 'GET' && method !== 'HEAD') return noRoute();
    const refusal = access.refusal(headers.authorization);
    if (refusal) return refusal;
    return id === null ? lists.list(path, parameters) : lists.single(path, id);
  }

  private otherAnswer(url: string, authorization: string | undefined): ShopAnswer {
    const { access, name, restPath, webhooks } = this.parts;
    const [path = ''] = url.split('?');
    if (path === '/') return htmlAnswer(200, name);
    if (path === '/wp-json/') return restIndex(this.parts);
    return path === `/${restPath}/webhooks` ? (access.refusal(authorization) ?? webhookList(webhooks())) : noRoute();
  }

  /** Every REST answer names the interface, unless it names a neighbouring page. */
  private withLink(answer: ShopAnswer): ShopAnswer {
    if (answer.headers.Link !== undefined || !answer.headers['Content-Type']?.startsWith('application/json')) return answer;
    return { ...answer, headers: { ...answer.headers, Link: `<${this.parts.storeBase}/wp-json/>; rel="https://api.w.org/"` } };
  }

  /** A shop with plain permalinks takes /wp-json/ for a page: its home page comes, with status 200. */
  private withoutPrettyAddresses(method: string, url: string): ShopAnswer {
    const [path = '', query] = url.split('?');
    if (method === 'POST' || path.endsWith('/')) return htmlAnswer(200, this.parts.name);
    const location = `${path}/${query === undefined ? '' : `?${query}`}`;
    return { status: 301, headers: { Location: location, 'Content-Type': 'text/html; charset=UTF-8' }, body: Buffer.alloc(0) };
  }

  private target(url: string): Target {
    const { restPath, pluginRestPath } = this.parts;
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    const parameters = new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1));
    if (path === `/${pluginRestPath}/connectivity-check`) return { path: 'connectivity-check', id: null, parameters };
    const [name = '', id, ...more] = path.startsWith(`/${restPath}/`) ? path.slice(restPath.length + 2).split('/') : [];
    const collection = shopCollections.find((candidate) => candidate === name);
    if (!collection || more.length > 0 || (id !== undefined && !/^\d+$/.test(id))) return { path: 'other', id: null, parameters };
    return { path: collection, id: id === undefined ? null : Number(id), parameters };
  }
}
