import { ask, type Answer, type Question } from '../service/ask';
import { isDirectSystem, phaseOf, type Phase } from './connector-phases';
import { StatusPolling, type Look, type Lookout, type Pending } from './status-polling';
import { troubleOf, type Trouble } from './trouble';

/** What the page around gives. */
export interface Given {
  /** Without a slash at its end. */
  apiUrl: string;
  system: string | undefined;
  connection: string | undefined;
  tenantId: string | undefined;
  token: string | undefined;
  externalUserId: string | undefined;
}

/** Where the journey takes place. */
export interface Surroundings extends Pick<Lookout, 'untilShown' | 'untilAttached'> {
  changed(): void;
  initialized(detail: { tenant_id: string; token: string }): void;
  registered(detail: { connection_id: string }): void;
}

/** From mount to connected, for one service, system and tenant. */
export class ConnectorJourney {
  /** Something that the user waits for is asked. */
  isBusy = false;
  trouble: Trouble | null = null;
  /** The newest; those before it are only watched. */
  pending: Pending | null = null;
  /** What is known of the newest. */
  look: Look = 'waiting';

  private tenantId: string | undefined;
  /** Of the initialisation. */
  private ownToken: string | undefined;
  private isRegistered = false;
  private readonly end = new AbortController();
  private readonly polling: StatusPolling;

  constructor(
    private given: Given,
    private readonly surroundings: Surroundings,
  ) {
    this.tenantId = given.tenantId;
    this.polling = new StatusPolling({
      ask: (id) => this.ask({ method: 'GET', path: `/api/widget/connections/${id}/status`, token: this.token }),
      ...surroundings,
      saw: (connection, look) => this.note(connection, look),
    });
    if (this.phase === 'initializing') void this.initialise();
  }

  get phase(): Phase {
    return phaseOf({ tenantId: this.tenantId, isDirect: this.isDirect, isRegistered: this.isRegistered });
  }

  get isDirect(): boolean {
    return isDirectSystem(this.given.system, this.given.connection);
  }

  /** Without a system there is nobody to initialise, and nothing that a tenant could have been connected to. */
  get isMisplaced(): boolean {
    return !this.given.system && (this.isDirect || !this.tenantId);
  }

  /** False: this is another journey. No tenant is the same as the one that came out of the initialisation. */
  accepts(given: Given): boolean {
    const before = this.given;
    const isSameTenant = given.tenantId === this.tenantId || (this.ownToken && !given.tenantId);
    if (given.system !== before.system || given.apiUrl !== before.apiUrl || !isSameTenant) return false;
    this.given = given;
    if (given.connection !== before.connection && this.isRegistered) this.forgetShop();
    if (given.token !== before.token) this.tryNewToken();
    return true;
  }

  /** "On mount with no tenant-id prop", and once more for each retry. */
  async initialise(): Promise<void> {
    const { system, externalUserId } = this.given;
    if (!system) return;
    const body = { system_slug: system, ...(externalUserId && { external_user_id: externalUserId }) };
    await this.connect(body, ['tenant_id', 'token'], ({ tenant_id, token }) => {
      this.tenantId = tenant_id;
      this.ownToken = token;
      this.surroundings.initialized({ tenant_id, token });
    });
  }

  /** A pending connection and its token. "The widget sends { tenant_id } as a fallback when it has no access token." */
  async generate(): Promise<void> {
    const body = this.token ? {} : { tenant_id: this.tenantId };
    await this.connect(body, ['connection_id', 'connection_token', 'expires_at'], (made, clockAheadMs) => {
      const expiresAt = Date.parse(made.expires_at) - clockAheadMs || 0;
      this.pending = { id: made.connection_id, token: made.connection_token, expiresAt };
      this.look = 'waiting';
      this.polling.watch(this.pending);
    });
  }

  /** Nothing that is still under way is of interest any more. */
  abandon(): void {
    this.end.abort();
  }

  /** A token belongs to the tenant that it is given with: alone it says nothing. */
  private get token(): string | undefined {
    const { tenantId, token } = this.given;
    return (tenantId && token) || this.ownToken;
  }

  private ask(question: Omit<Question, 'signal'>): Promise<Answer> {
    return ask(this.given.apiUrl, { ...question, signal: this.end.signal });
  }

  /** One at a time, and not before a busy service wants to be asked again. `wanted`: the members that a good answer has. */
  private async connect<Member extends string>(
    body: object,
    wanted: readonly Member[],
    take: (made: Record<Member, string>, clockAheadMs: number) => void,
  ): Promise<void> {
    if (this.isBusy || (this.trouble && Date.now() < this.trouble.until)) return;
    this.isBusy = true;
    this.trouble = null;
    this.surroundings.changed();
    const answer = await this.ask({ method: 'POST', path: '/api/system-connections/connect', token: this.token, body }).catch(() => null);
    await this.surroundings.untilAttached();
    if (!answer || this.end.signal.aborted) return;
    this.isBusy = false;
    const made = (answer.body ?? {}) as Record<Member, string>;
    if (answer.status === 201 && wanted.every((member) => typeof made[member] === 'string')) take(made, answer.clockAheadMs);
    else this.trouble = troubleOf(answer, Date.now());
    this.surroundings.changed();
  }

  private note(connection: Pending, look: Look): void {
    if (this.end.signal.aborted) return;
    if (connection === this.pending || look === 'refused') this.look = look;
    if (look === 'active') {
      this.isRegistered = true;
      this.pending = null;
      this.surroundings.registered({ connection_id: connection.id });
    }
    this.surroundings.changed();
  }

  /** Another shop is to be connected. */
  private forgetShop(): void {
    this.isRegistered = false;
    this.look = 'waiting';
  }

  private tryNewToken(): void {
    if (this.phase === 'initializing') void this.initialise();
    if (this.trouble?.kind === 'refused') this.trouble = null;
    if (this.look !== 'refused') return;
    this.look = 'waiting';
    this.polling.resume();
  }
}
