import { Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { insertConnection } from '@sync/domain';
import { DataSource } from 'typeorm';
import { tenantOf, type Caller } from '../access/caller';
import { IssueConnectionToken, IssuedConnectionToken } from '../connections/issue-connection-token';

export class StartedTenantHandshake extends IssuedConnectionToken {
  @ApiProperty({ format: 'uuid', description: 'Poll the status of this connection until it is active.' })
  connection_id: string;
}

@Injectable()
export class StartTenantHandshake {
  constructor(
    private readonly dataSource: DataSource,
    private readonly connectionTokens: IssueConnectionToken,
  ) {}

  /** Always creates a new connection, which holds nothing but the caller's tenant. */
  async start(caller: Caller): Promise<StartedTenantHandshake> {
    const tenantId = tenantOf(caller);
    return this.dataSource.transaction(async (manager) => {
      const move = { trigger: 'tenant initiation', actor: `caller:${caller.connectionId}` } as const;
      const connection = await insertConnection(manager, move, { name: 'New connection', tenantId });
      return { ...(await this.connectionTokens.issue(manager, connection.id)), connection_id: connection.id };
    });
  }
}
