import { Injectable } from '@nestjs/common';
import { SystemConnection } from '@sync/domain';
import { noSuchConnection } from '@sync/http-api';
import { DataSource } from 'typeorm';
import { tenantOf, type Caller } from '../access/caller';
import { refuseDirect } from '../connections/refuse-direct';

@Injectable()
export class FindShop {
  constructor(private readonly dataSource: DataSource) {}

  /** Throws Problem unless the connection is a shop of the caller's tenant: 404 for another tenant's, 409 for a direct system's. */
  async require(caller: Caller, id: string): Promise<void> {
    const where = { id, tenantId: tenantOf(caller) };
    const connection = await this.dataSource.manager.findOne(SystemConnection, { select: { id: true, systemId: true }, where });
    if (!connection) throw noSuchConnection();
    await refuseDirect(this.dataSource, connection);
  }
}
