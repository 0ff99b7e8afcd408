import { membersOf } from '../service/json';
import type { ServiceRequest, ServiceResponse } from '../service/request';
import { connectorFailureOf, type ConnectorFailure } from './connector-failure';

export type Unsent = Omit<ServiceRequest, 'signal' | 'token'>;

/** For the developer of the page; the user can do nothing about it. */
export function reportSystem(): void {
  // eslint-disable-next-line no-console -- The console is where that developer looks.
  console.error('<service-connector>: "system" is missing or unknown.');
}

export interface RequestsHost {
  /** Rejects only when the response no longer matters. */
  send(given: Unsent): Promise<ServiceResponse>;
  rerender(): void;
}

/** The requests that the user waits for: one at a time, and none before `Retry-After` is over. */
export class UserRequests {
  /** The button whose request is in flight; empty: none. */
  busy = '';
  failure: ConnectorFailure | null = null;

  constructor(private readonly host: RequestsHost) {}

  /**
   * `take`: takes the response; false when it is a failure. `shop`: the id of the shop that it is about. Resolves with false after a failure.
   */
  async ask(button: string, given: Unsent, take: (response: ServiceResponse) => boolean, shop = ''): Promise<boolean> {
    if (this.busy || (this.failure && Date.now() < this.failure.until)) return true;
    this.busy = button;
    this.failure = null;
    this.host.rerender();
    const response = await this.host.send(given).catch(() => null);
    if (!response) return true;
    this.busy = '';
    const hasSucceeded = take(response);
    if (!hasSucceeded) this.failure = connectorFailureOf(response, Date.now(), button.split('-', 1).join(), shop);
    this.host.rerender();
    return hasSucceeded;
  }

  /** As if the service had refused it. */
  refuse(): void {
    this.failure = { kind: 'refused', until: 0, shop: '', action: '' };
    this.host.rerender();
  }

  /** `members`: the texts that a valid response contains. */
  async connect<Member extends string>(
    button: string,
    body: object,
    members: readonly Member[],
    take: (created: Record<Member, string>, clockAheadMs: number) => void,
  ): Promise<void> {
    await this.ask(button, { method: 'POST', path: '/api/system-connections/connect', body }, (response) => {
      const created = membersOf(response.body) as Record<Member, string>;
      const isValid = response.status === 201 && members.every((member) => typeof created[member] === 'string');
      if (isValid) take(created, response.clockAheadMs);
      else if (response.status === 422) reportSystem();
      return isValid;
    });
  }
}
