import { ConnectionRepresentation, IssuedConnectionToken, type Uuid } from '@sync/http-api';

export class FinalisedByPlugin extends ConnectionRepresentation {
  /** The same as `id`. */
  connection_id: Uuid;

  /** For the plugin's embedded configuration widget and its life cycle calls. Shown only once. */
  widget_token: string;
}

export class StartedPluginHandshake extends IssuedConnectionToken {
  /** The id that the connectivity check names. */
  connection_id: Uuid;

  /** For the plugin's embedded configuration widget. Shown only once; registering again revokes it. */
  widget_token: string;
}
