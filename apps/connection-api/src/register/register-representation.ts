import { ConnectionRepresentation, Example, IssuedConnectionToken, sharedExamples, type Uuid } from '@sync/http-api';
import { exampleTokens, linkedShop } from '../api-description/examples';

@Example<FinalisedByPlugin>({ ...linkedShop, connection_id: linkedShop.id, widget_token: exampleTokens.widget })
export class FinalisedByPlugin extends ConnectionRepresentation {
  /** The same as `id`. */
  connection_id: Uuid;

  /** For the plugin's embedded configuration widget and its life cycle calls. Shown only once. */
  widget_token: string;
}

@Example<StartedPluginHandshake>({
  connection_id: sharedExamples.ids.shop,
  connection_token: exampleTokens.connection,
  expires_at: '2026-01-05T13:00:00.000Z',
  widget_token: exampleTokens.widget,
})
export class StartedPluginHandshake extends IssuedConnectionToken {
  /** The id that the connectivity check names. */
  connection_id: Uuid;

  /** For the plugin's embedded configuration widget. Shown only once; registering again revokes it. */
  widget_token: string;
}
