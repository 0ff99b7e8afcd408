import type { QueryOf, ResponseOf, Schemas } from './routes';

// Names for what the API description calls after its classes.
export type AccessToken = Schemas['AccessTokenRepresentation'];
export type Configuration = Schemas['ConfigurationResponse'];
export type Connection = Schemas['ConnectionRepresentation'];
export type ConnectionStatus = ResponseOf<'GET /api/widget/connections/{connection_id}/status'>;
export type Customer = Schemas['Customer'];
export type IssuedWidgetToken = Schemas['IssuedWidgetToken'];
export type Order = Schemas['Order'];
export type Product = Schemas['Product'];
export type RotatedAccessToken = Schemas['RotatedAccessToken'];
export type SavedConfiguration = Schemas['SavedConfiguration'];
export type SyncRun = Schemas['SyncRunRepresentation'];
export type WidgetConnection = Schemas['WidgetConnection'];

/** What `connections.connect()` takes and returns: the first call of a company, the start of a handshake, and its end with a plugin's token. */
export type SignUp = Schemas['InitialiseDirectSystemInput'];
export type SignedUp = Schemas['InitialisedDirectSystem'];
export type HandshakeStart = Schemas['StartAsTenantInput'];
export type StartedHandshake = Schemas['StartedTenantHandshake'];
export type HandshakeEnd = Schemas['FinaliseAsCallerInput'];

/** What a plugin's `connections.register()` takes and returns. */
export type PluginStart = Schemas['StartPluginHandshakeInput'];
export type StartedByPlugin = Schemas['StartedPluginHandshake'];
/** What `widget.connection.move()` takes. */
export type ShopAddress = Schemas['MoveShopInput'];
export type PluginEnd = Schemas['FinaliseAsPluginInput'];
export type FinalisedByPlugin = Schemas['FinalisedByPlugin'];

export type ConfigurationChange = Schemas['SaveConfigurationInput'];
export type CredentialsChange = Schemas['RenewCredentialsInput'];
export type SyncRequest = Schemas['RequestSyncsInput'];
export type RequestedSyncs = Schemas['RequestedSyncs'];
export type TokenRotation = Schemas['RotateAccessTokenInput'];
/** What `widget.sessions.create()` takes and returns. */
export type SessionRequest = Schemas['StartSessionInput'];
export type Session = Schemas['WidgetSession'];
export type WidgetTokenRequest = Schemas['IssueWidgetTokenInput'];

export type Erasure = Schemas['ErasureRepresentation'];
export type Person = Schemas['PersonInput'];
/** One line of an export. */
export interface NamingLine {
  /** `customers`, `orders`, or another kind of row that names the person. */
  type: string;
  record: Record<string, unknown>;
}

export type NotificationAddressList = Schemas['NotificationAddresses'];
export type NotificationAddressesChange = Schemas['NotificationAddressesInput'];

export type NewWebhookEndpoint = Schemas['NewWebhookEndpoint'];
export type RequestedDelivery = Schemas['RequestedDelivery'];
export type RotatedWebhookSecret = Schemas['RotatedWebhookSecret'];
export type SecretRotation = Schemas['RotateWebhookSecretInput'];
export type WebhookDelivery = Schemas['WebhookDeliveryRepresentation'];
export type WebhookEndpoint = Schemas['WebhookEndpointRepresentation'];
export type WebhookEndpointChange = Schemas['ChangeWebhookEndpointInput'];
export type WebhookEndpointRequest = Schemas['CreateWebhookEndpointInput'];

/** The query of a list whose only parameters are `limit`, the size of a page, and `cursor`, where to start. */
export type PageQuery = QueryOf<'GET /api/access-tokens'>;
/** Send `etag` back as `ifMatch` with a change. */
export interface Tagged {
  etag: string | null;
}
