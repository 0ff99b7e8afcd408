import { Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { SystemConnection } from '@sync/domain';
import { DataSource } from 'typeorm';
import { insertConnection } from '../connections/insert-connection';
import { IssueConnectionToken, IssuedConnectionToken } from '../connections/issue-connection-token';

export class StartedTenantHandshake extends IssuedConnectionToken {
  @ApiProperty({ format: 'uuid', description: 'Poll its status until it is active.' })
  connection_id: string;
}

@Injectable()
export class StartTenantHandshake {
  constructor(
    private readonly dataSource: DataSource,
    private readonly connectionTokens: IssueConnectionToken,
  ) {}

  /** "A brand-new connection holding only tenant_id (the caller's tenant) is created." */
  async start(tenantId: string): Promise<StartedTenantHandshake> {
    const connection = SystemConnection.start('tenant initiation', new Date(), { name: 'New connection', tenantId });
    return this.dataSource.transaction(async (manager) => {
      await insertConnection(manager, connection);
      return { ...(await this.connectionTokens.issue(manager, connection.id)), connection_id: connection.id };
    });
  }
}
