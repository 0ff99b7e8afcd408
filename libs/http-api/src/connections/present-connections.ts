import { presentPlaceAndTimes, summarise, type ConnectionRepresentation } from './connection-representation';
import type { ChosenConnections, ConnectionView, ConnectionViews } from './connection-views';
import { noSuchConnection } from './no-such-connection';

/** A representation, and the connection that it shows. */
export interface PresentedConnection extends Pick<ConnectionView, 'connection'> {
  representation: ConnectionRepresentation;
}

export class PresentConnections {
  constructor(
    private readonly views: ConnectionViews,
    private readonly graceDays: number,
  ) {}

  async read(chosen: Omit<ChosenConnections, 'withCapabilities'>): Promise<PresentedConnection[]> {
    const views = await this.views.read({ ...chosen, withCapabilities: true });
    return views.map((view) => ({ connection: view.connection, representation: this.present(view) }));
  }

  /** The current state. Throws Problem if the connection was deleted meanwhile. */
  async presentStored(id: string): Promise<ConnectionRepresentation> {
    const [shown] = await this.read({ isWanted: 'connection.id = $1', parameters: [id] });
    if (!shown) throw noSuchConnection();
    return shown.representation;
  }

  private present(view: ConnectionView): ConnectionRepresentation {
    const { connection, capabilities } = view;
    return {
      ...summarise(view),
      ...presentPlaceAndTimes(connection, this.graceDays),
      tenant_id: connection.tenantId,
      external_user_id: connection.externalUserId,
      meta: connection.meta,
      configuration: connection.configuration,
      updated_at: connection.updatedAt,
      capabilities,
    };
  }
}
