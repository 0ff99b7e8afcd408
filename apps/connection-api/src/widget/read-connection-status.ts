import { Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { connectionStatuses, type SystemConnectionStatus } from '@sync/domain';
import { DataSource } from 'typeorm';
import type { Caller } from '../access/caller';
import { noSuchConnection } from '../connections/no-such-connection';

export class ConnectionStatusResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ enum: [...connectionStatuses] })
  status: SystemConnectionStatus;
}

@Injectable()
export class ReadConnectionStatus {
  constructor(private readonly dataSource: DataSource) {}

  /** The caller's own connection or another one of its tenant. A null tenant matches nothing. Throws Problem. */
  async read({ connectionId, tenantId }: Caller, id: string): Promise<ConnectionStatusResponse> {
    const [found] = await this.dataSource.query<ConnectionStatusResponse[]>(
      'select id, status from system_connections where id = $1 and (id = $2 or tenant_id = $3) and deleted_at is null',
      [id, connectionId, tenantId],
    );
    if (!found) throw noSuchConnection();
    return { id: found.id, status: found.status };
  }
}
