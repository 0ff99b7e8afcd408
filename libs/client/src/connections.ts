import { listOf, type ListOf } from './list';
import type { QueryOf } from './routes';
import type {
  Configuration,
  ConfigurationChange,
  Connection,
  CredentialsChange,
  FinalisedByPlugin,
  HandshakeEnd,
  HandshakeStart,
  IssuedWidgetToken,
  PageQuery,
  PluginEnd,
  PluginStart,
  RequestedSyncs,
  SavedConfiguration,
  SignedUp,
  SignUp,
  StartedByPlugin,
  StartedHandshake,
  SyncRequest,
  SyncRun,
  Tagged,
  WidgetTokenRequest,
} from './schemas';
import { ifMatchHeader, type CallOptions, type ChangeOptions, type Transport } from './transport';

/** `/api/system-connections`: your company's connections and shops. */
export class Connections {
  readonly configuration: ShopConfiguration;
  readonly credentials: ShopCredentials;
  readonly syncs: Syncs;
  readonly timeline: Timeline;
  readonly widgetTokens: WidgetTokens;

  constructor(private readonly transport: Transport) {
    this.configuration = new ShopConfiguration(transport);
    this.credentials = new ShopCredentials(transport);
    this.syncs = new Syncs(transport);
    this.timeline = new Timeline(transport);
    this.widgetTokens = new WidgetTokens(transport);
  }

  /** With `system_slug`: signs a company up, without a token. With `connection_token`: ends the handshake of a plugin. Else: starts a handshake. */
  connect(body: SignUp, options?: CallOptions): Promise<SignedUp>;
  connect(body: HandshakeEnd, options?: CallOptions): Promise<Connection>;
  connect(body?: HandshakeStart, options?: CallOptions): Promise<StartedHandshake>;
  connect(body: SignUp | HandshakeEnd | HandshakeStart = {}, options: CallOptions = {}): Promise<never> {
    const isAnonymous = 'system_slug' in body;
    return this.transport.json('POST /api/system-connections/connect', { body, isAnonymous }, options) as Promise<never>;
  }

  /** For plugins: with `connection_token` ends a handshake, else starts one. */
  register(body: PluginEnd, options?: CallOptions): Promise<FinalisedByPlugin>;
  register(body: PluginStart, options?: CallOptions): Promise<StartedByPlugin>;
  register(body: PluginEnd | PluginStart, options: CallOptions = {}): Promise<never> {
    return this.transport.json('POST /api/system-connections/register', { body, isAnonymous: true }, options) as Promise<never>;
  }

  list(query?: QueryOf<'GET /api/system-connections'>, options: CallOptions = {}): ListOf<'GET /api/system-connections'> {
    return listOf(this.transport, 'GET /api/system-connections', { query }, options);
  }

  get(id: string, options: CallOptions = {}): Promise<Connection> {
    return this.transport.json('GET /api/system-connections/{id}', { path: [id] }, options);
  }

  /** Uninstalls: the connection and its records are gone. */
  delete(id: string, options: CallOptions = {}): Promise<void> {
    return this.transport.json('DELETE /api/system-connections/{id}', { path: [id] }, options);
  }

  disconnect(id: string, options: CallOptions = {}): Promise<Connection> {
    return this.transport.json('POST /api/system-connections/{id}/disconnect', { path: [id] }, options);
  }

  reconnect(id: string, options: CallOptions = {}): Promise<Connection> {
    return this.transport.json('POST /api/system-connections/{id}/reconnect', { path: [id] }, options);
  }
}

/** `connections.configuration` */
export class ShopConfiguration {
  constructor(private readonly transport: Transport) {}

  get(id: string, options: CallOptions = {}): Promise<Configuration & Tagged> {
    return this.transport.tagged('GET /api/system-connections/{id}/configuration', { path: [id] }, options);
  }

  /** Changes the given fields. With `ifMatch`, only if they have not changed meanwhile. */
  update(id: string, body: ConfigurationChange, options: ChangeOptions = {}): Promise<SavedConfiguration & Tagged> {
    const request = { path: [id], body, headers: ifMatchHeader(options) };
    return this.transport.tagged('PATCH /api/system-connections/{id}/configuration', request, options);
  }
}

/** `connections.credentials` */
export class ShopCredentials {
  constructor(private readonly transport: Transport) {}

  /** Checked with the shop, then stored. */
  replace(id: string, body: CredentialsChange, options: CallOptions = {}): Promise<Connection> {
    return this.transport.json('PUT /api/system-connections/{id}/credentials', { path: [id], body }, options);
  }
}

/** `connections.syncs` */
export class Syncs {
  constructor(private readonly transport: Transport) {}

  /** Newest first. */
  list(id: string, query?: PageQuery, options: CallOptions = {}): ListOf<'GET /api/system-connections/{id}/syncs'> {
    return listOf(this.transport, 'GET /api/system-connections/{id}/syncs', { path: [id], query }, options);
  }

  create(id: string, body: SyncRequest = {}, options: CallOptions = {}): Promise<RequestedSyncs> {
    return this.transport.json('POST /api/system-connections/{id}/syncs', { path: [id], body }, options);
  }

  /** Confirms the deletions that a run held back. */
  confirmDeletions(id: string, runId: string, options: CallOptions = {}): Promise<SyncRun> {
    return this.transport.json('POST /api/system-connections/{id}/syncs/{run_id}/confirm-deletions', { path: [id, runId] }, options);
  }
}

/** `connections.timeline` */
export class Timeline {
  constructor(private readonly transport: Transport) {}

  /** What happened to the connection, newest first. */
  list(id: string, query?: PageQuery, options: CallOptions = {}): ListOf<'GET /api/system-connections/{id}/timeline'> {
    return listOf(this.transport, 'GET /api/system-connections/{id}/timeline', { path: [id], query }, options);
  }
}

/** `connections.widgetTokens` */
export class WidgetTokens {
  constructor(private readonly transport: Transport) {}

  list(id: string, query?: PageQuery, options: CallOptions = {}): ListOf<'GET /api/system-connections/{id}/widget-tokens'> {
    return listOf(this.transport, 'GET /api/system-connections/{id}/widget-tokens', { path: [id], query }, options);
  }

  create(id: string, body: WidgetTokenRequest = {}, options: CallOptions = {}): Promise<IssuedWidgetToken> {
    return this.transport.json('POST /api/system-connections/{id}/widget-tokens', { path: [id], body }, options);
  }

  delete(id: string, tokenId: string, options: CallOptions = {}): Promise<void> {
    return this.transport.json('DELETE /api/system-connections/{id}/widget-tokens/{token_id}', { path: [id, tokenId] }, options);
  }
}
