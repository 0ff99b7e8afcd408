import { Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { connectionStatuses, type SystemConnectionStatus } from '@sync/domain';
import { DataSource } from 'typeorm';
import type { Caller } from '../access/caller';
import { noSuchConnection } from '../connections/no-such-connection';

export class ConnectionStatusAnswer {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ enum: [...connectionStatuses] })
  status: SystemConnectionStatus;
}

@Injectable()
export class ReadConnectionStatus {
  constructor(private readonly dataSource: DataSource) {}

  /** Of the caller's own connection, or of another one of its tenant: a null tenant equals no tenant. Throws Problem. */
  async read({ connectionId, tenantId }: Caller, id: string): Promise<ConnectionStatusAnswer> {
    const [found] = await this.dataSource.query<ConnectionStatusAnswer[]>(
      'select id, status from system_connections where id = $1 and (id = $2 or tenant_id = $3) and deleted_at is null',
      [id, connectionId, tenantId],
    );
    if (!found) throw noSuchConnection();
    return { id: found.id, status: found.status };
  }
}
