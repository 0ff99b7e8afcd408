import { listOf, type ListOf } from './list';
import type { QueryOf } from './routes';
import type {
  Configuration,
  ConfigurationChange,
  Connection,
  ConnectionStatus,
  IssuedWidgetToken,
  SavedConfiguration,
  Session,
  SessionRequest,
  ShopAddress,
  Tagged,
  WidgetConnection,
  WidgetTokenRequest,
} from './schemas';
import { ifMatchHeader, type CallOptions, type ChangeOptions, type Transport } from './transport';
import { EndpointsOfPage } from './webhook-endpoints';

/** `/api/widget`: what widgets and plugins call, with the token of one connection. */
export class Widget {
  readonly configuration: OwnConfiguration;
  readonly connection: OwnConnection;
  readonly connections: ShopsOfPage;
  readonly sessions: Sessions;
  readonly webhookEndpoints: EndpointsOfPage;

  constructor(transport: Transport) {
    this.configuration = new OwnConfiguration(transport);
    this.connection = new OwnConnection(transport);
    this.connections = new ShopsOfPage(transport);
    this.sessions = new Sessions(transport);
    this.webhookEndpoints = new EndpointsOfPage(transport, '/api/widget/webhook-endpoints');
  }
}

/** `widget.sessions` */
export class Sessions {
  constructor(private readonly transport: Transport) {}

  /** A token for one page, which ends within the hour. Call it on your server. */
  create(body: SessionRequest = {}, options: CallOptions = {}): Promise<Session> {
    return this.transport.json('POST /api/widget/sessions', { body }, options);
  }
}

/** `widget.configuration` */
export class OwnConfiguration {
  constructor(private readonly transport: Transport) {}

  get(options: CallOptions = {}): Promise<Configuration & Tagged> {
    return this.transport.tagged('GET /api/widget/configuration', {}, options);
  }

  /** Changes the given fields. With `ifMatch`, only if they have not changed meanwhile. */
  update(body: ConfigurationChange, options: ChangeOptions = {}): Promise<SavedConfiguration & Tagged> {
    return this.transport.tagged('PATCH /api/widget/configuration', { body, headers: ifMatchHeader(options) }, options);
  }
}

/** `widget.connection`: the connection of the token. */
export class OwnConnection {
  constructor(private readonly transport: Transport) {}

  get(options: CallOptions = {}): Promise<WidgetConnection> {
    return this.transport.json('GET /api/widget/connection', {}, options);
  }

  /** Uninstalls, as a plugin does that is removed. */
  delete(options: CallOptions = {}): Promise<void> {
    return this.transport.json('DELETE /api/widget/connection', {}, options);
  }

  disconnect(options: CallOptions = {}): Promise<Connection> {
    return this.transport.json('POST /api/widget/connection/disconnect', {}, options);
  }

  reconnect(options: CallOptions = {}): Promise<Connection> {
    return this.transport.json('POST /api/widget/connection/reconnect', {}, options);
  }

  /** For a shop that moved: it keeps its id and its records. */
  move(body: ShopAddress, options: CallOptions = {}): Promise<Connection> {
    return this.transport.json('POST /api/widget/connection/move', { body }, options);
  }
}

/** `widget.connections`: the shops that the token reaches. */
export class ShopsOfPage {
  readonly widgetTokens: WidgetTokensOfPage;

  constructor(private readonly transport: Transport) {
    this.widgetTokens = new WidgetTokensOfPage(transport);
  }

  list(query?: QueryOf<'GET /api/widget/connections'>, options: CallOptions = {}): ListOf<'GET /api/widget/connections'> {
    return listOf(this.transport, 'GET /api/widget/connections', { query }, options);
  }

  status(id: string, options: CallOptions = {}): Promise<ConnectionStatus> {
    return this.transport.json('GET /api/widget/connections/{connection_id}/status', { path: [id] }, options);
  }

  /** Uninstalls: the connection and its records are gone. */
  delete(id: string, options: CallOptions = {}): Promise<void> {
    return this.transport.json('DELETE /api/widget/connections/{id}', { path: [id] }, options);
  }

  disconnect(id: string, options: CallOptions = {}): Promise<WidgetConnection> {
    return this.transport.json('POST /api/widget/connections/{id}/disconnect', { path: [id] }, options);
  }

  reconnect(id: string, options: CallOptions = {}): Promise<WidgetConnection> {
    return this.transport.json('POST /api/widget/connections/{id}/reconnect', { path: [id] }, options);
  }
}

/** `widget.connections.widgetTokens` */
export class WidgetTokensOfPage {
  constructor(private readonly transport: Transport) {}

  create(id: string, body: WidgetTokenRequest = {}, options: CallOptions = {}): Promise<IssuedWidgetToken> {
    return this.transport.json('POST /api/widget/connections/{id}/widget-tokens', { path: [id], body }, options);
  }
}
