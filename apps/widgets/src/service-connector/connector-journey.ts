import { request, type ServiceRequest, type ServiceResponse } from '../service/request';
import { connectorFailureOf, type ConnectorFailure } from './connector-failure';
import { isDirectSystem, phaseOf, type Phase } from './connector-phases';
import { StatusPolling, type PendingConnection, type PollingHost, type PollResult } from './status-polling';

/** The properties that the page sets on the element. */
export interface ConnectorProps {
  /** Without a trailing slash. */
  apiUrl: string;
  system: string | undefined;
  connection: string | undefined;
  tenantId: string | undefined;
  token: string | undefined;
  externalUserId: string | undefined;
}

/** The element that shows the journey. */
export interface JourneyHost extends Pick<PollingHost, 'untilShown' | 'untilAttached'> {
  changed(): void;
  initialized(detail: { tenant_id: string; token: string }): void;
  registered(detail: { connection_id: string }): void;
}

/** From mount to connected, for one service, system and tenant. */
export class ConnectorJourney {
  /** A request that the user waits for is in flight. */
  isBusy = false;
  failure: ConnectorFailure | null = null;
  /** The newest pending connection; earlier ones are only polled. */
  pending: PendingConnection | null = null;
  /** Of the newest pending connection. */
  pollResult: PollResult = 'waiting';

  private tenantId: string | undefined;
  /** Issued by the initialisation of this journey. */
  private issuedToken: string | undefined;
  private isRegistered = false;
  private readonly lifetime = new AbortController();
  private readonly polling: StatusPolling;

  constructor(
    private props: ConnectorProps,
    private readonly host: JourneyHost,
  ) {
    this.tenantId = props.tenantId;
    this.polling = new StatusPolling({
      requestStatus: (id) => this.request({ method: 'GET', path: `/api/widget/connections/${id}/status`, token: this.token }),
      untilShown: () => host.untilShown(),
      untilAttached: () => host.untilAttached(),
      polled: (connection, result) => this.take(connection, result),
    });
    if (this.phase === 'initializing') void this.initialise();
  }

  get phase(): Phase {
    return phaseOf({ tenantId: this.tenantId, isDirect: this.isDirect, isRegistered: this.isRegistered });
  }

  get isDirect(): boolean {
    return isDirectSystem(this.props.system, this.props.connection);
  }

  /** Without a system nothing can be initialised, and a tenant alone has nothing to show for a direct system. */
  get isSystemMissing(): boolean {
    return !this.props.system && (this.isDirect || !this.tenantId);
  }

  /** False when the properties describe another journey. A missing tenant matches the tenant this journey has initialised. */
  accepts(props: ConnectorProps): boolean {
    const before = this.props;
    const isSameTenant = props.tenantId === this.tenantId || (this.issuedToken && !props.tenantId);
    if (props.system !== before.system || props.apiUrl !== before.apiUrl || !isSameTenant) return false;
    this.props = props;
    if (props.connection !== before.connection && this.isRegistered) this.startNextShop();
    if (props.token !== before.token) this.tryNewToken();
    return true;
  }

  /** Creates the tenant: on mount without a tenant id, and on each retry. */
  async initialise(): Promise<void> {
    const { system, externalUserId } = this.props;
    if (!system) return;
    const body = { system_slug: system, ...(externalUserId && { external_user_id: externalUserId }) };
    await this.connect(body, ['tenant_id', 'token'], ({ tenant_id, token }) => {
      this.tenantId = tenant_id;
      this.issuedToken = token;
      this.host.initialized({ tenant_id, token });
    });
  }

  /** Creates a pending connection with its connection token. Sends the tenant id only when there is no access token. */
  async generateToken(): Promise<void> {
    const body = this.token ? {} : { tenant_id: this.tenantId };
    await this.connect(body, ['connection_id', 'connection_token', 'expires_at'], (created, clockAheadMs) => {
      const expiresAt = Date.parse(created.expires_at) - clockAheadMs || 0;
      this.pending = { id: created.connection_id, token: created.connection_token, expiresAt };
      this.pollResult = 'waiting';
      this.polling.watch(this.pending);
    });
  }

  /** Aborts requests in flight and ignores their responses. */
  abandon(): void {
    this.lifetime.abort();
  }

  /** A token belongs to the tenant it comes with, so a token without a tenant id is ignored. */
  private get token(): string | undefined {
    const { tenantId, token } = this.props;
    return (tenantId && token) || this.issuedToken;
  }

  private request(given: Omit<ServiceRequest, 'signal'>): Promise<ServiceResponse> {
    return request(this.props.apiUrl, { ...given, signal: this.lifetime.signal });
  }

  /** One request at a time, and none before `Retry-After` is over. `members`: what a valid response contains. */
  private async connect<Member extends string>(
    body: object,
    members: readonly Member[],
    succeed: (created: Record<Member, string>, clockAheadMs: number) => void,
  ): Promise<void> {
    if (this.isBusy || (this.failure && Date.now() < this.failure.until)) return;
    this.isBusy = true;
    this.failure = null;
    this.host.changed();
    const response = await this.request({ method: 'POST', path: '/api/system-connections/connect', token: this.token, body }).catch(
      () => null,
    );
    await this.host.untilAttached();
    if (!response || this.lifetime.signal.aborted) return;
    this.isBusy = false;
    const created = (response.body ?? {}) as Record<Member, string>;
    const isValid = response.status === 201 && members.every((member) => typeof created[member] === 'string');
    if (isValid) succeed(created, response.clockAheadMs);
    else this.failure = connectorFailureOf(response, Date.now());
    this.host.changed();
  }

  private take(connection: PendingConnection, result: PollResult): void {
    if (this.lifetime.signal.aborted) return;
    if (connection === this.pending || result === 'refused') this.pollResult = result;
    if (result === 'active') {
      this.isRegistered = true;
      this.pending = null;
      this.host.registered({ connection_id: connection.id });
    }
    this.host.changed();
  }

  private startNextShop(): void {
    this.isRegistered = false;
    this.pollResult = 'waiting';
  }

  private tryNewToken(): void {
    if (this.phase === 'initializing') void this.initialise();
    if (this.failure?.kind === 'refused') this.failure = null;
    if (this.pollResult !== 'refused') return;
    this.pollResult = 'waiting';
    this.polling.resume();
  }
}
