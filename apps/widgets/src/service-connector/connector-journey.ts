import { membersOf } from '../service/json';
import { request, type ServiceResponse } from '../service/request';
import { isDirectSystem, phaseOf, type Phase } from './connector-phases';
import { Handshake } from './handshake';
import type { LinkedShop } from './linked-shop';
import { LinkedShops } from './linked-shops';
import { settingsBreadcrumb } from './shop-platforms';
import type { PollingHost } from './status-polling';
import { reportSystem, UserRequests, type Unsent } from './user-requests';

/** The properties that the page sets on the element. */
export interface ConnectorProps {
  /** Without a trailing slash. */
  apiUrl: string;
  system: string | undefined;
  connection: string | undefined;
  tenantId: string | undefined;
  token: string | undefined;
  externalUserId: string | undefined;
  /** The initialisation waits for a click. */
  isDeferred: boolean;
}

/** The element that shows the journey. */
export interface JourneyHost extends Pick<PollingHost, 'untilShown'> {
  /** Waits while the element is outside the page. */
  untilAttached(): Promise<void>;
  /** Until the scripts of the page have had their chance to set properties. */
  untilPageReady(): Promise<void>;
  /** Whether it has initialised. It does so once. A later change of its properties does not repeat it. */
  hasInitialised: boolean;
  rerender(): void;
  /** Fires a DOM event. False when the page has prevented its default. */
  emit(type: string, detail: object): boolean;
}

const hourMs = 3_600_000;
const changes = { disconnect: 'service-disconnected', reconnect: 'service-reconnected', remove: 'service-removed' } as const;
export type ShopChange = keyof typeof changes;

/** From mount to connected, for one service, system and tenant. */
export class ConnectorJourney {
  readonly requests: UserRequests;
  handshake: Handshake;
  shops: LinkedShops;

  private tenantId: string | undefined;
  /** Issued by the initialisation of this journey. */
  private issuedToken: string | undefined;
  /** The service has refused it, and the page knows. */
  private refusedToken: string | undefined;
  /** The connection that the poll saw become active. */
  registeredId: string | undefined;
  private isConnecting = false;
  private readonly lifetime = new AbortController();
  /** Of the handshake and the shops of one platform. */
  private platformLifetime: AbortController | undefined;

  constructor(
    private props: ConnectorProps,
    private readonly host: JourneyHost,
  ) {
    this.tenantId = props.tenantId;
    this.requests = new UserRequests({ send: (given) => this.send(given, this.lifetime.signal), rerender: () => host.rerender() });
    this.startPlatform();
    if (this.isSystemMissing) reportSystem();
    else void this.initialiseUnasked();
  }

  get phase(): Phase {
    const { tenantId, isDirect, isConnecting } = this;
    return phaseOf({ tenantId, isDirect, isConnecting, isRegistered: !!this.registeredId, shops: this.shops.list?.length });
  }

  get isDirect(): boolean {
    return isDirectSystem(this.props.system, this.props.connection);
  }

  /** Without a system nothing can be initialised, and a tenant alone has nothing to show for a direct system. */
  get isSystemMissing(): boolean {
    return !this.props.system && (this.isDirect || !this.tenantId);
  }

  /** Waits for a click before it initialises. */
  get isDeferred(): boolean {
    return this.props.isDeferred && this.phase === 'initializing';
  }

  get connection(): string | undefined {
    return this.props.connection;
  }

  /** The key of the platform of the shop that has just been connected. */
  get platform(): string | undefined {
    return this.shops.list?.find(({ id }) => id === this.registeredId)?.system?.slug ?? this.props.connection;
  }

  /** False when the properties describe another journey. A missing tenant matches the tenant this journey has initialised. */
  accepts(props: ConnectorProps): boolean {
    const before = this.props;
    const isSameTenant = props.tenantId === this.tenantId || (this.issuedToken && !props.tenantId);
    if (props.system !== before.system || props.apiUrl !== before.apiUrl || !isSameTenant) return false;
    this.props = props;
    if (before.isDeferred && !props.isDeferred) void this.initialiseUnasked();
    if (props.connection !== before.connection) this.startPlatform();
    else if (props.token !== before.token) this.tryNewToken();
    return true;
  }

  /** On mount without a tenant id. The page may give one meanwhile, which ends this journey. */
  private async initialiseUnasked(): Promise<void> {
    if (this.phase !== 'initializing' || this.isDeferred) return;
    await this.host.untilPageReady();
    if (!this.lifetime.signal.aborted && this.phase === 'initializing' && !this.isDeferred) await this.initialise();
  }

  /** Creates the tenant: at first, at the click that it waits for, and on each retry. */
  async initialise(): Promise<void> {
    const { system, externalUserId } = this.props;
    if (!system) return;
    if (this.host.hasInitialised) return this.requests.refuse();
    const body = { system_slug: system, ...(externalUserId && { external_user_id: externalUserId }) };
    await this.requests.connect('retry', body, ['tenant_id', 'token'], ({ tenant_id, token }) => {
      this.tenantId = tenant_id;
      this.issuedToken = token;
      this.host.hasInitialised = true;
      this.startPlatform(true);
      this.host.emit('service-initialized', { tenant_id, token });
    });
  }

  /**
   * Creates a pending connection with its connection token, for plugins of the page's platform where the service knows it. Sends the tenant
   * id only when there is no access token.
   */
  async generateToken(button: string): Promise<void> {
    const { connection } = this;
    const body = { connection: settingsBreadcrumb(connection) && connection, ...(!this.token && { tenant_id: this.tenantId }) };
    await this.requests.connect(button, body, ['connection_id', 'connection_token', 'expires_at'], (created, clockAheadMs) => {
      const expiresAt = Date.parse(created.expires_at) - clockAheadMs || 0;
      this.isConnecting = true;
      this.handshake.start({ id: created.connection_id, token: created.connection_token, expiresAt });
    });
  }

  /** Leads to the journey of another shop. */
  connectAnother(): void {
    this.registeredId = undefined;
    this.isConnecting = true;
    this.shops.show({ id: '' });
  }

  /** Leads to the connected shops. A handshake goes on. */
  showShops(): void {
    this.isConnecting = false;
    this.shops.show({ ...this.shops.visit, isOpen: false });
    void this.shops.load();
  }

  async change(what: ShopChange, id: string): Promise<void> {
    const isRemoval = what === 'remove';
    const given = { method: isRemoval ? 'DELETE' : 'POST', path: `${pathOf(id)}${isRemoval ? '' : `/${what}`}` } as const;
    const take = ({ status, body }: ServiceResponse) => {
      const shop = membersOf(body).id ? (body as LinkedShop) : undefined;
      if (isRemoval ? status !== 204 : status !== 200 || !shop) return false;
      this.shops.replace(id, shop);
      this.shops.show({ id });
      if (isRemoval && id === this.registeredId) this.registeredId = undefined;
      this.host.emit(changes[what], { connection_id: id });
      return true;
    };
    // A refused reconnection may have another reason now.
    if (!(await this.requests.ask(`${what}-${id}`, given, take, id))) void this.shops.load();
  }

  /** The page may show the settings itself. Else this element does, or, without `<service-config>`, it shows the way to them. */
  async openSettings(id: string): Promise<void> {
    const expiresAt = new Date(Date.now() + this.shops.clockAheadMs + hourMs);
    const given = { method: 'POST', path: `${pathOf(id)}/widget-tokens`, body: { expires_at: expiresAt.toISOString() } } as const;
    const take = ({ status, body }: ServiceResponse) => {
      const { widget_token: token } = membersOf(body);
      const isIssued = status === 201 && typeof token === 'string';
      if (!isIssued && status !== 403) return false;
      if (isIssued && !this.host.emit('service-settings', { connection_id: id, widget_token: token })) return true;
      const isShown = isIssued && customElements.get('service-config');
      this.shops.show({ id, isOpen: true, ...(isShown ? { what: 'settings', token } : { what: 'way' }) });
      return true;
    };
    await this.requests.ask(`settings-${id}`, given, take, id);
  }

  /** Aborts requests in flight and ignores their responses. */
  abandon(): void {
    this.lifetime.abort();
    this.platformLifetime?.abort();
  }

  /** A token belongs to the tenant it comes with, so a token without a tenant id is ignored. */
  private get token(): string | undefined {
    const { tenantId, token } = this.props;
    return (tenantId && token) || this.issuedToken;
  }

  /** Rejects when the signal aborts. Resolves once the element is in the page. */
  private async send(given: Unsent, signal: AbortSignal): Promise<ServiceResponse> {
    const { token } = this;
    const response = await request(this.props.apiUrl, { ...given, token, signal });
    await this.host.untilAttached();
    signal.throwIfAborted();
    if (response.status === 401 && token && token !== this.refusedToken) {
      this.refusedToken = token;
      this.host.emit('service-token-refused', {});
    }
    return response;
  }

  /** `isNew`: the tenant has just been created, and so has no shop. */
  private startPlatform(isNew = false): void {
    this.platformLifetime?.abort();
    const { signal } = (this.platformLifetime = new AbortController());
    const host = {
      requestStatus: (id: string) => this.send({ method: 'GET', path: `${pathOf(id)}/status` }, signal),
      read: (path: string) => this.send({ method: 'GET', path }, signal),
      untilShown: () => this.host.untilShown(),
      rerender: () => this.host.rerender(),
      registered: (id: string) => this.register(id),
    };
    const { apiUrl, connection = '' } = this.props;
    this.handshake = new Handshake(['service-connector', apiUrl, this.tenantId, connection].join(' '), host);
    this.shops = new LinkedShops(connection, host);
    this.registeredId = undefined;
    this.isConnecting = !!this.handshake.pending;
    if (isNew || !this.tenantId || !this.token || this.isDirect) this.shops.list = [];
    else void this.shops.load();
  }

  private register(id: string): void {
    this.registeredId = id;
    this.isConnecting = false;
    this.host.emit('service-registered', { connection_id: id });
    void this.shops.load();
  }

  private tryNewToken(): void {
    if (this.phase === 'initializing' && !this.isDeferred) void this.initialise();
    if (this.requests.failure?.kind === 'refused') this.requests.failure = null;
    this.handshake.resume();
    if (!this.token || this.isDirect) return;
    const { visit } = this.shops;
    if (!this.isConnecting) void this.shops.load();
    if (visit.isOpen && visit.what === 'settings') void this.openSettings(visit.id);
  }
}

function pathOf(connectionId: string): string {
  return `/api/widget/connections/${connectionId}`;
}
