import { Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import {
  AccessToken,
  generateTenantName,
  insertConnection,
  issueToken,
  System,
  Tenant,
  type Move,
  type SystemConnection,
} from '@sync/domain';
import { DurableWork } from '@sync/durable-work';
import { currentRequestId, Problem } from '@sync/service-runtime';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { connectionName } from '../connections/connection-name';
import { ConnectionRepresentation } from '../connections/connection-representation';
import { PresentConnections } from '../connections/present-connections';
import type { InitialiseDirectSystemInput } from './connect-input';

export class InitialisedDirectSystem {
  @ApiProperty({ format: 'uuid' })
  tenant_id: string;

  @ApiProperty({ description: 'Access token. It never expires and is shown only once. sca_ and 43 characters.' })
  token: string;

  @ApiProperty()
  connection: ConnectionRepresentation;
}

@Injectable()
export class InitialiseDirectSystem {
  constructor(
    private readonly dataSource: DataSource,
    private readonly work: DurableWork,
    private readonly presenter: PresentConnections,
  ) {}

  /** Always creates a new tenant: knowing an external_user_id must not give access to an existing one. */
  async initialise(input: InitialiseDirectSystemInput): Promise<InitialisedDirectSystem> {
    const system = await this.dataSource.manager.findOneBy(System, { slug: input.system_slug, isDirect: true });
    if (!system) throw Problem.invalid([{ pointer: '/system_slug', detail: 'system_slug must be a direct system' }]);
    const tenant = { id: uuidv7(), name: generateTenantName() };
    const values = directConnection(system, tenant.id, input.external_user_id);
    // The caller has no token yet, so the actor is the connection that it receives.
    const move: Move = { trigger: 'direct initialisation', actor: `caller:${values.id}` };
    const { plaintext, hash } = issueToken('access');
    await this.work.transaction(async (manager, enqueue) => {
      await manager.insert(Tenant, tenant);
      await insertConnection(manager, move, values);
      await manager.insert(AccessToken, AccessToken.of(values.id, 'direct-initialisation', hash));
      const options = { systemConnectionId: values.id, requestId: currentRequestId() };
      await enqueue('derive-sync-rules', { tenantId: tenant.id, thenSync: null }, options);
    });
    return { tenant_id: tenant.id, token: plaintext.reveal(), connection: await this.presenter.presentStored(values.id) };
  }
}

/** An empty external_user_id counts as none: an embedding page without one sends an empty attribute. */
function directConnection(system: System, tenantId: string, account: string | null = null) {
  const externalUserId = account === '' ? null : account;
  const name = connectionName(system, externalUserId);
  return { id: uuidv7(), name, tenantId, systemId: system.id, externalUserId } satisfies Partial<SystemConnection>;
}
