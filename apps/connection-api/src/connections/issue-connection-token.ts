import { Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { issueToken } from '@sync/domain';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
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

  /** Replaces the connection's valid tokens by a new one, in the caller's transaction. Uses the database clock, as the check of the token does. */
  async issue(manager: EntityManager, connectionId: string): Promise<IssuedConnectionToken> {
    const { plaintext, hash } = issueToken('connection');
    await manager.query('update connection_tokens set used_at = now() where system_connection_id = $1 and used_at is null', [connectionId]);
    const [{ expires_at }] = await manager.query<[{ expires_at: Date }]>(
      `insert into connection_tokens (id, system_connection_id, token_hash, expires_at)
       values ($1, $2, $3, now() + make_interval(secs => $4)) returning expires_at`,
      [uuidv7(), connectionId, hash, this.configuration.connectionTokenTtlSeconds],
    );
    return { connection_token: plaintext.reveal(), expires_at: expires_at.toISOString() };
  }
}
