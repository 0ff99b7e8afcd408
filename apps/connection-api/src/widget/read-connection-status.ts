import { Injectable } from '@nestjs/common';
import type { SystemConnection } from '@sync/domain';
import { noSuchConnection, ConnectionViews, reachOf, summarise } from '@sync/http-api';
import { findFailedAttempt } from '@sync/identity';
import { DataSource } from 'typeorm';
import type { Caller } from '../access/caller';
import type { BareConnectionStatus, ConnectionStatusResponse, FailedAttemptRepresentation } from './widget-connection-representation';

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
    if (connection.id !== connectionId && reachOf(caller.tokenName, 'status') !== 'tenant')
      return { id: connection.id, status: connection.status };
    return { ...summarise(view), last_attempt: await readLastAttempt(this.dataSource, connection) };
  }
}

/** Null unless the connection is pending. */
export async function readLastAttempt(
  dataSource: DataSource,
  { id, status }: Pick<SystemConnection, 'id' | 'status'>,
): Promise<FailedAttemptRepresentation | null> {
  const attempt = status === 'pending' ? await findFailedAttempt(dataSource.manager, id) : null;
  return attempt && { code: attempt.code, at: attempt.at };
}
