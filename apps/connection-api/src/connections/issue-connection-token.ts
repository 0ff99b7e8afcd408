import { Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { replaceConnectionToken } from '@sync/domain';
import type { EntityManager } from 'typeorm';
import { ConnectionApiConfiguration } from '../configuration';

export class IssuedConnectionToken {
  @ApiProperty({ description: 'Shown only once. scc_ and 43 characters.' })
  connection_token: string;

  @ApiProperty({ format: 'date-time' })
  expires_at: string;
}

@Injectable()
export class IssueConnectionToken {
  constructor(private readonly configuration: ConnectionApiConfiguration) {}

  /** Replaces the connection's valid tokens with a new one, in the caller's transaction. */
  async issue(manager: EntityManager, connectionId: string): Promise<IssuedConnectionToken> {
    const { plaintext, expiresAt } = await replaceConnectionToken(manager, connectionId, this.configuration.connectionTokenTtlSeconds);
    return { connection_token: plaintext.reveal(), expires_at: expiresAt.toISOString() };
  }
}
