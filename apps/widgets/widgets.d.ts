/* ---- <service-config>: the settings of a connection ---- */

interface ServiceConfigElement extends HTMLElement {
  /** The access token of the connection. Another token shows another connection; after a refused token it keeps the unsaved choices. */
  token?: string | null;
  /** Address of the service. Default: the origin of the script. */
  apiUrl?: string | URL | null;
  /** BCP 47. Default: the `lang` of the page. */
  locale?: string | null;
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
  | 'unsaveable'
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
  | 'weekly';

interface HTMLElementTagNameMap {
  'service-config': ServiceConfigElement;
}

interface GlobalEventHandlersEventMap {
  /** After each successful save. Bubbles and is composed. */
  'service-configuration-saved': CustomEvent<{
    /** Every stored value, by field name. */
    configuration: Record<string, unknown>;
  }>;
}

/* ---- <service-connector>: connects a shop with the embedding system ---- */

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
  /** Address of the plugin (http or https). */
  pluginUrl?: string | URL | null;
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
  | 'stepsHeading'
  | 'open'
  | 'paste'
  | 'save'
  | 'nextHeading'
  | 'nextBefore'
  | 'nextAfter'
  | 'waiting'
  | 'retrying'
  | 'connected'
  | 'system'
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
}
