import { failureOf, type FailureKind } from '../service/failure';
import { membersOf } from '../service/json';
import type { ServiceRequest, ServiceResponse } from '../service/request';
import { emptyDraft, nextLookMs, type Delivery, type Draft, type Endpoint } from './endpoint';

const path = '/api/widget/webhook-endpoints';
/** The service stops a company here, so that one page holds all. */
const lastDeliveries = 20;

export interface EndpointsHost {
  /** Rejects only when the response no longer matters. */
  send(given: Pick<ServiceRequest, 'method' | 'path' | 'body'>): Promise<ServiceResponse>;
  /** Resolves while the user can see the element. */
  untilShown(): Promise<void>;
  rerender(): void;
  announce(type: string, detail: object): void;
}

export type What = 'deliveries' | 'edit' | 'delete';

/** What is open. Without an id, `edit` is a new endpoint. */
export interface Visit {
  id: string;
  what?: What;
}

export interface Failure {
  /** The key of a text. */
  kind: FailureKind | 'missing' | 'full' | 'urlRule' | 'chooseEvents';
  waitMs: number;
  /** No request before; ms since 1970. */
  until: number;
  /** Of the endpoint that it is about; empty: a new one, or the list. */
  id: string;
}

/** The webhook endpoints of a company, and what the user does with them: one request at a time, and none before `Retry-After` is over. */
export class PageEndpoints {
  /** Undefined: not known yet. */
  list: readonly Endpoint[] | undefined;
  /** Of the visited endpoint. */
  deliveries: readonly Delivery[] | undefined;
  visit: Visit = { id: '' };
  draft: Draft = emptyDraft;
  /** Of the endpoint that was just made, until the user has it. */
  made: { id: string; secret: string } | null = null;
  /** The button whose request is in flight; empty: none. */
  busy = '';
  failure: Failure | null = null;
  /** The key of a text: what has just been done. */
  said: 'saved' | 'testSent' | 'deleted' | '' = '';
  /** The id of the control that gets the focus after the next render. */
  focus = '';
  clockAheadMs = 0;
  private turn = 0;

  constructor(
    private readonly host: EndpointsHost,
    /** The user's, from before a token was refused. */
    before?: PageEndpoints,
  ) {
    if (before?.failure?.kind !== 'refused') return;
    this.list = before.list;
    this.visit = before.visit;
    this.draft = before.draft;
    this.made = before.made;
  }

  /** For another token: what is in flight no longer matters. */
  end(): void {
    this.turn++;
  }

  /** Reads now, and again while the user sees it. */
  async load(): Promise<void> {
    const turn = ++this.turn;
    for (;;) {
      await this.host.untilShown();
      if (turn !== this.turn) return;
      const delayMs = await this.look(turn);
      if (delayMs === null) return;
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  }

  /** Resolves with when to look again. Null: not at all. What is known stays when this fails. */
  private async look(turn: number): Promise<number | null> {
    // First, so that the state of the endpoint is not older than what it got.
    if (!(await this.lookAtDeliveries(turn))) return null;
    const list = await this.read('');
    if (!list || turn !== this.turn) return null;
    if (list.data) this.list = list.data as Endpoint[];
    else if (!this.list || list.status === 401) this.fail(list, '');
    this.host.rerender();
    if (!this.list || list.status === 401) return null;
    return Math.max(nextLookMs(this.deliveries, Date.now() + this.clockAheadMs), list.retryAfterMs ?? 0);
  }

  /** Of the visited endpoint. False: the response no longer matters. */
  private async lookAtDeliveries(turn: number): Promise<boolean> {
    const { id, what } = this.visit;
    if (what !== 'deliveries') return true;
    const response = await this.read(`/${id}/deliveries?limit=${lastDeliveries}`);
    if (!response || turn !== this.turn) return false;
    if (response.data) this.deliveries = response.data as Delivery[];
    return true;
  }

  /** Again after a failure. */
  retry(): void {
    this.failure = null;
    this.host.rerender();
    void this.load();
  }

  /** Opens, or closes what is open. `focus`: the control that gets the focus. */
  show(visit: Visit, focus = ''): void {
    this.visit = visit;
    this.deliveries = undefined;
    this.failure = null;
    this.said = '';
    this.focus = focus;
    this.host.rerender();
    if (visit.what === 'deliveries') void this.load();
  }

  edit(endpoint?: Endpoint): void {
    this.draft = endpoint ? { url: endpoint.url, events: endpoint.events } : emptyDraft;
    this.show({ id: endpoint?.id ?? '', what: 'edit' }, 'url');
  }

  write(draft: Partial<Draft>): void {
    this.draft = { ...this.draft, ...draft };
    this.failure = null;
    this.host.rerender();
  }

  /** The secret is in the user's hands. */
  forgetSecret(): void {
    this.focus = this.made?.id ?? '';
    this.made = null;
    this.host.rerender();
  }

  async save(): Promise<void> {
    const { id } = this.visit;
    const { url, events } = this.draft;
    const refusal = !url.trim() ? 'urlRule' : events?.length === 0 ? 'chooseEvents' : null;
    if (refusal) return this.refuse(refusal);
    await this.ask(`save-${id}`, id ? 'PATCH' : 'POST', id && `/${id}`, { url: url.trim(), events }, (response) => {
      const { secret, ...endpoint } = membersOf(response.body) as unknown as Endpoint & { secret?: string };
      this.visit = { id: '' };
      this.draft = emptyDraft;
      this.said = 'saved';
      this.focus = id ? `edit-${id}` : 'copy';
      if (secret) this.made = { id: endpoint.id, secret };
      this.list = id ? this.replaced(endpoint) : [endpoint, ...(this.list ?? [])];
      this.host.announce(id ? 'service-endpoint-changed' : 'service-endpoint-created', { endpoint_id: endpoint.id });
    });
  }

  async turnOn(id: string, isOn: boolean): Promise<void> {
    await this.ask(`turn-${id}`, 'PATCH', `/${id}`, { status: isOn ? 'enabled' : 'paused' }, ({ body }) => {
      this.list = this.replaced(body as Endpoint);
      this.said = 'saved';
      this.host.announce('service-endpoint-changed', { endpoint_id: id });
    });
  }

  async delete(id: string): Promise<void> {
    await this.ask(`confirm-${id}`, 'DELETE', `/${id}`, undefined, () => {
      this.list = this.list?.filter((other) => other.id !== id);
      this.visit = { id: '' };
      if (this.made?.id === id) this.made = null;
      this.said = 'deleted';
      this.host.announce('service-endpoint-deleted', { endpoint_id: id });
    });
  }

  /** Shows what comes of it. */
  async test(id: string): Promise<void> {
    await this.ask(`test-${id}`, 'POST', `/${id}/test`, undefined, () => {
      if (this.visit.id !== id) this.deliveries = undefined;
      this.visit = { id, what: 'deliveries' };
      this.said = 'testSent';
    });
  }

  async resend(id: string, deliveryId: string): Promise<void> {
    await this.ask(`resend-${deliveryId}`, 'POST', `/${id}/deliveries/${deliveryId}/resend`, undefined, () => {
      this.said = 'testSent';
    });
  }

  get isBlocked(): boolean {
    return !!this.busy || (!!this.failure && Date.now() < this.failure.until);
  }

  private async ask(
    button: string,
    method: ServiceRequest['method'],
    below: string,
    body: object | undefined,
    take: (response: ServiceResponse) => void,
  ): Promise<void> {
    if (this.isBlocked) return;
    const { id } = this.visit;
    this.busy = button;
    this.failure = null;
    this.said = '';
    this.host.rerender();
    const response = await this.host.send({ method, path: path + below, body }).catch(() => null);
    if (!response) return;
    this.busy = '';
    if (response.status >= 200 && response.status < 300) take(response);
    else this.fail(response, below.split('/')[1] ?? id);
    this.host.rerender();
    // It may have changed elsewhere, and an event is on its way.
    if (response.status !== 401) void this.load();
  }

  private async read(below: string): Promise<(ServiceResponse & { data: unknown[] | null }) | null> {
    const response = await this.host.send({ method: 'GET', path: path + below }).catch(() => null);
    if (!response) return null;
    const { data } = membersOf(response.body);
    this.clockAheadMs = response.clockAheadMs;
    return { ...response, data: response.status === 200 && Array.isArray(data) ? data : null };
  }

  private refuse(kind: Failure['kind']): void {
    this.failure = { kind, waitMs: 0, until: 0, id: this.visit.id };
    if (kind === 'urlRule') this.focus = 'url';
    this.host.rerender();
  }

  private fail(response: ServiceResponse, id: string): void {
    const { kind, waitMs } = failureOf(response, { 403: 'refused', 404: 'missing', 409: 'full', 422: 'urlRule' });
    this.failure = { kind, waitMs, until: Date.now() + waitMs, id };
    if (kind === 'urlRule') this.focus = 'url';
  }

  private replaced(endpoint: Endpoint): readonly Endpoint[] | undefined {
    return this.list?.map((other) => (other.id === endpoint.id ? endpoint : other));
  }
}
