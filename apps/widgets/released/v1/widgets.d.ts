/* ---- <service-config>: the settings of a connection ---- */

interface ServiceConfigElement extends HTMLElement {
  /** The access token of the connection. Another token shows another connection; after a refused token it keeps the unsaved choices. */
  token?: string | null;
  /** Address of the service. Default: the origin of the script. */
  apiUrl?: string | URL | null;
  /** BCP 47. Default: the `lang` of the page. */
  locale?: string | null;
  /** Of the heading: 1 to 6. Default: 2. */
  headingLevel?: number | string | null;
  /** Overrides of single texts. */
  texts?: Readonly<Partial<Record<ServiceConfigTextKey, string>>> | null;
}

type ServiceConfigTextKey =
  | 'loading'
  | 'retry'
  | 'unreachable'
  | 'failed'
  | 'busy'
  | 'refused'
  | 'heading'
  | 'save'
  | 'discard'
  | 'saving'
  | 'saved'
  | 'unsaved'
  | 'required'
  | 'choose'
  | 'gone'
  | 'unknown'
  | 'invalid'
  | 'rejected'
  | 'nothing'
  | 'ended'
  | 'changed'
  | 'unsaveable'
  | 'synced'
  | 'counted'
  | 'disconnected'
  | 'credentials_refused'
  | 'shop_unreachable'
  | 'other_platform'
  | 'blocked'
  | 'reachable_again'
  | 'waiting_for_shop'
  | 'disconnect'
  | 'disconnectSure'
  | 'reconnect'
  | 'unrepaired'
  | 'remove'
  | 'removeSure'
  | 'removed'
  | 'cancel'
  | 'direction'
  | 'outgoing'
  | 'incoming'
  | 'both'
  | 'data_types'
  | 'customers'
  | 'orders'
  | 'products'
  | 'frequency'
  | 'manual'
  | 'hourly'
  | 'every_six_hours'
  | 'daily'
  | 'weekly'
  | 'incoming_hint'
  | 'both_hint';

interface HTMLElementTagNameMap {
  'service-config': ServiceConfigElement;
}

interface GlobalEventHandlersEventMap {
  /** After each successful save. Bubbles and is composed. */
  'service-configuration-saved': CustomEvent<{
    /** Every stored value, by field name. */
    configuration: Record<string, unknown>;
  }>;
  /** The service does not accept the element's token any more: give it another one. Bubbles and is composed. */
  'service-token-refused': CustomEvent<Record<string, never>>;
  /** The user has disconnected a shop. Bubbles and is composed. */
  'service-disconnected': CustomEvent<{ connection_id: string }>;
  /** The user has reconnected the shop. Bubbles and is composed. */
  'service-reconnected': CustomEvent<{ connection_id: string }>;
  /** The user has removed the shop with all its data. Bubbles and is composed. */
  'service-removed': CustomEvent<{ connection_id: string }>;
}

/* ---- <service-connector>: connects shops with the embedding system, and shows those that are connected ---- */

interface ServiceConnectorElement extends HTMLElement {
  /** Key of the embedding system, for example `mailing_platform`. */
  system?: string | null;
  /** Key of the shop platform, for example `commerce_a`. Without it, or equal to `system`, no plugin is needed. */
  connection?: string | null;
  /** From an earlier initialisation; skips the initialisation. */
  tenantId?: string | null;
  /** The access token that came with the tenant. */
  token?: string | null;
  /** The embedding system's own id of the tenant, sent with the initialisation. */
  externalUserId?: string | null;
  /** Address of the service. Default: the origin of the script. */
  apiUrl?: string | URL | null;
  /** BCP 47. Default: the `lang` of the page. */
  locale?: string | null;
  /** With the attribute, a tenant is created at the user's click, not when the element is shown. */
  deferInit?: boolean | string | null;
  /** Address of the plugin (http or https). */
  pluginUrl?: string | URL | null;
  /** Name of the shop platform. Default: the one that the service knows. */
  connectionName?: string | null;
  /** Name of the embedding system. Default: the one that the service knows. */
  systemName?: string | null;
  /** Level of the heading, 1 to 6. Default: 2. */
  headingLevel?: number | string | null;
  /** Overrides of single texts. */
  texts?: Readonly<Partial<Record<ServiceConnectorTextKey, string>>> | null;
}

type ServiceConnectorTextKey =
  | 'loading'
  | 'retry'
  | 'unreachable'
  | 'failed'
  | 'busy'
  | 'refused'
  | 'heading'
  | 'plugin'
  | 'generate'
  | 'token'
  | 'copy'
  | 'copied'
  | 'validUntil'
  | 'expired'
  | 'newToken'
  | 'open'
  | 'paste'
  | 'save'
  | 'waiting'
  | 'credentials_refused'
  | 'shop_unreachable'
  | 'other_platform'
  | 'blocked'
  | 'reachable_again'
  | 'waiting_for_shop'
  | 'nextBefore'
  | 'nextAfter'
  | 'connected'
  | 'syncing'
  | 'synced'
  | 'customers'
  | 'orders'
  | 'products'
  | 'disconnected'
  | 'disconnect'
  | 'disconnectSure'
  | 'reconnect'
  | 'remove'
  | 'removeSure'
  | 'back'
  | 'another'
  | 'plugins'
  | 'modules'
  | 'settings'
  | 'pluginName';

interface HTMLElementTagNameMap {
  'service-connector': ServiceConnectorElement;
}

interface GlobalEventHandlersEventMap {
  /** Once, when a tenant and its connection have been created. The token is returned only here: keep it. Bubbles and is composed. */
  'service-initialized': CustomEvent<{ tenant_id: string; token: string }>;
  /** The plugin has completed its handshake. Bubbles and is composed. */
  'service-registered': CustomEvent<{ connection_id: string }>;
  /** The user wants to see a shop's settings. A page that prevents the default shows them itself. Bubbles, is composed and cancelable. */
  'service-settings': CustomEvent<{ connection_id: string; widget_token: string }>;
}

/* ---- <service-webhooks>: the webhook endpoints of a company ---- */

interface ServiceWebhooksElement extends HTMLElement {
  /** Of a session for webhooks. Another token shows another company; after a refused token the element goes on where it was. */
  token?: string | null;
  /** Address of the service. Default: the origin of the script. */
  apiUrl?: string | URL | null;
  /** BCP 47. Default: the `lang` of the page. */
  locale?: string | null;
  /** Of the heading: 1 to 6. Default: 2. */
  headingLevel?: number | string | null;
  /** Overrides of single texts. */
  texts?: Readonly<Partial<Record<ServiceWebhooksTextKey, string>>> | null;
}

type ServiceWebhooksTextKey =
  | 'loading'
  | 'retry'
  | 'unreachable'
  | 'failed'
  | 'busy'
  | 'refused'
  | 'copy'
  | 'copied'
  | 'save'
  | 'saved'
  | 'cancel'
  | 'heading'
  | 'none'
  | 'add'
  | 'edit'
  | 'url'
  | 'urlRule'
  | 'events'
  | 'allEvents'
  | 'someShops'
  | 'chooseEvents'
  | 'records_changed'
  | 'connection_status_changed'
  | 'sync_run_finished'
  | 'configuration_saved'
  | 'person_erased'
  | 'endpoint_test'
  | 'secret'
  | 'secretHint'
  | 'done'
  | 'enabled'
  | 'paused'
  | 'pause'
  | 'enable'
  | 'gone'
  | 'failing'
  | 'failingSince'
  | 'lastDelivery'
  | 'test'
  | 'testSent'
  | 'deliveries'
  | 'close'
  | 'noDeliveries'
  | 'delivered'
  | 'undelivered'
  | 'pending'
  | 'attempts'
  | 'next'
  | 'resend'
  | 'delete'
  | 'deleteSure'
  | 'deleted'
  | 'full'
  | 'missing';

interface HTMLElementTagNameMap {
  'service-webhooks': ServiceWebhooksElement;
}

interface GlobalEventHandlersEventMap {
  /** The user has added an endpoint. Bubbles and is composed. */
  'service-endpoint-created': CustomEvent<{ endpoint_id: string }>;
  /** The user has changed, paused or enabled an endpoint. Bubbles and is composed. */
  'service-endpoint-changed': CustomEvent<{ endpoint_id: string }>;
  /** The user has deleted an endpoint with its deliveries. Bubbles and is composed. */
  'service-endpoint-deleted': CustomEvent<{ endpoint_id: string }>;
}
