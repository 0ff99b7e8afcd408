import { Injectable } from '@nestjs/common';
import {
  type ConnectionRepresentation,
  type ConnectionsInput,
  noSuchConnection,
  type Page,
  pageById,
  PresentConnections,
} from '@sync/http-api';

const isListed = `
  connection.tenant_id = $1 and ($2::uuid is null or connection.id = $2) and ($3::text is null or system.slug = $3)
  and ($4::text is null or connection.status = $4) and ($5::uuid is null or connection.id > $5)`;

@Injectable()
export class ListConnections {
  constructor(private readonly presenter: PresentConnections) {}

  /** Oldest first. With an id: that one at most. Ids never change and grow with time, so paging is stable while rows change. */
  list(
    { tenantId, id }: { tenantId: string; id?: string },
    { system, status, ...page }: ConnectionsInput,
  ): Promise<Page<ConnectionRepresentation>> {
    return pageById(
      'connections',
      page,
      async ({ after, limit }) => {
        const parameters = [tenantId, id ?? null, system ?? null, status ?? null, after, limit];
        const rows = await this.presenter.read({ isWanted: isListed, parameters, order: 'order by connection.id limit $6' });
        return rows.map(({ representation }) => representation);
      },
      (connections) => connections,
    );
  }

  /** Throws Problem if it does not exist or belongs to another tenant. */
  async show(tenantId: string, id: string): Promise<ConnectionRepresentation> {
    const [shown] = await this.presenter.read({
      isWanted: 'connection.id = $1 and connection.tenant_id = $2',
      parameters: [id, tenantId],
    });
    if (!shown) throw noSuchConnection();
    return shown.representation;
  }
}
