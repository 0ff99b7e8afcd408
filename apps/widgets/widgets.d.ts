/* ---- <service-config>: the settings of a connection ---- */

interface ServiceConfigElement extends HTMLElement {
  /** The widget access token of the connection. Another one shows the settings of another connection; after a refused one, what was chosen is kept. */
  token?: string | null;
  /** Address of the service; the origin of the script when it is left out. */
  apiUrl?: string | URL | null;
  /** BCP 47; the `lang` of the page when it is left out. */
  locale?: string | null;
  /** Texts in place of those of the language. */
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
  /** After each successful save; bubbles and crosses shadow roots. */
  'service-configuration-saved': CustomEvent<{
    /** Everything that is stored now, by field name. */
    configuration: Record<string, unknown>;
  }>;
}

/* ---- <service-connector>: a shop is connected with the system that embeds it ---- */

interface ServiceConnectorElement extends HTMLElement {
  /** Key of the embedding system, for example `mailing_platform`. */
  system?: string | null;
  /** Key of the shop platform, for example `commerce_a`. Left out or equal to `system`: no plugin is needed. */
  connection?: string | null;
  /** Of an earlier initialisation, which is skipped then. */
  tenantId?: string | null;
  /** The access token that came with the tenant. */
  token?: string | null;
  /** Whom the embedding system knows the tenant as; goes along with the initialisation. */
  externalUserId?: string | null;
  /** Address of the service; the origin of the script when it is left out. */
  apiUrl?: string | URL | null;
  /** BCP 47; the `lang` of the page when it is left out. */
  locale?: string | null;
  /** Where the plugin is found: an address with http or https. */
  pluginUrl?: string | URL | null;
  /** Texts in place of those of the language. */
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
  /** Once, when a tenant and its connection have been created. The token is returned only this once: keep it. Bubbles and crosses shadow roots. */
  'service-initialized': CustomEvent<{ tenant_id: string; token: string }>;
  /** The plugin completed its handshake. Bubbles and crosses shadow roots. */
  'service-registered': CustomEvent<{ connection_id: string }>;
}
