import { Injectable } from '@nestjs/common';
import { ApiProperty, PickType } from '@nestjs/swagger';
import type { SystemConnection } from '@sync/domain';
import { ConnectionSummary, noSuchConnection, ConnectionViews, summarise } from '@sync/http-api';
import { findFailedAttempt } from '@sync/identity';
import { verificationFailures, type VerificationFailure } from '@sync/integration-contract';
import { DataSource } from 'typeorm';
import type { Caller } from '../access/caller';
import { reachOf } from '../access/check-scope';

export class FailedAttemptRepresentation {
  @ApiProperty({
    enum: [...verificationFailures],
    description: 'The shop refused the credentials; it did not respond, or only with errors; something other than the platform responded.',
  })
  code: VerificationFailure;

  @ApiProperty({ format: 'date-time' })
  at: string;
}

export class ConnectionStatusResponse extends ConnectionSummary {
  @ApiProperty({
    type: () => FailedAttemptRepresentation,
    nullable: true,
    description: 'Why the latest attempt to use the connection token failed, while that token is valid.',
  })
  last_attempt: FailedAttemptRepresentation | null;
}

/** What a plugin's token reads of another connection of its tenant. */
export class BareConnectionStatus extends PickType(ConnectionSummary, ['id', 'status']) {}

@Injectable()
export class ReadConnectionStatus {
  constructor(
    private readonly views: ConnectionViews,
    private readonly dataSource: DataSource,
  ) {}

  /** The caller's own connection or another one of its tenant. A null tenant matches nothing. Throws Problem. */
  async read(caller: Caller, id: string): Promise<ConnectionStatusResponse | BareConnectionStatus> {
    const { connectionId, tenantId } = caller;
    const isWanted = 'connection.id = $1 and (connection.id = $2 or connection.tenant_id = $3)';
    const [view] = await this.views.read({ isWanted, parameters: [id, connectionId, tenantId] });
    if (!view) throw noSuchConnection();
    const { connection } = view;
    if (connection.id !== connectionId && reachOf(caller, 'status') !== 'tenant') return { id: connection.id, status: connection.status };
    return { ...summarise(view), last_attempt: await readLastAttempt(this.dataSource, connection) };
  }
}

/** Null unless the connection is pending. */
export async function readLastAttempt(
  dataSource: DataSource,
  { id, status }: Pick<SystemConnection, 'id' | 'status'>,
): Promise<FailedAttemptRepresentation | null> {
  const attempt = status === 'pending' ? await findFailedAttempt(dataSource.manager, id) : null;
  return attempt && { code: attempt.code, at: attempt.at.toISOString() };
}
