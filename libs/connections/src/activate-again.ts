import { isSameSealedValue, type Credentials, type CredentialsCipher } from '@sync/credentials';
import { IllegalTransition, lockConnection, moveConnection, nextStatus, SystemConnection, type Actor } from '@sync/domain';
import type { DurableWork } from '@sync/durable-work';
import { Secret } from '@sync/records';
import { bringSyncsForward } from '@sync/sync-runs';
import type { DataSource } from 'typeorm';
import { statusChange, type Alongside } from './alongside';
import { ConnectionRefused, connectionGone } from './connection-refused';
import { tellOfLinkLater } from './tell-of-link-later';
import { verifiedValues, type VerifiedShop, type VerifyCredentials } from './verify-credentials';

/** A change by someone, on behalf of a request. */
export interface RequestedChange {
  /** Stored with the transition. */
  actor: Actor;
  requestId?: string;
  alongside?: Alongside;
}

type Trigger = 'reconnection' | 'credential renewal';

export interface ActivateAgainParts {
  dataSource: DataSource;
  work: DurableWork;
  verification: VerifyCredentials;
  cipher: CredentialsCipher;
  graceDays: number;
  /** Runs changes of one connection one at a time, so that those that wait hold no database connection. */
  runExclusive: <T>(connectionId: string, change: () => Promise<T>) => Promise<T>;
}

/**
 * Brings a connection back into service after a check against the live shop, which is made outside any transaction. Of concurrent
 * requests one makes the transition. Throws ConnectionRefused and IllegalTransition, and then nothing has changed.
 */
export class ActivateAgain {
  constructor(private readonly parts: ActivateAgainParts) {}

  /** Verifies the stored credentials of a disconnected or failing connection. One that is active already by then stays as it is. */
  async reconnect(id: string, change: RequestedChange): Promise<void> {
    const before = await this.find(id, 'reconnection');
    const verified = before.system?.isDirect ? { externalUserId: before.externalUserId, plugin: null } : await this.verify(before);
    await this.activate(before, 'reconnection', change, { verified });
  }

  /** Verifies and stores new credentials: the connection keeps its id, its records and its place in every list. */
  async renewCredentials(id: string, credentials: Credentials, change: RequestedChange): Promise<void> {
    const before = await this.find(id, 'credential renewal');
    const verified = await this.verify(before, new Secret(credentials));
    await this.activate(before, 'credential renewal', change, {
      verified,
      sealedCredentials: this.parts.cipher.seal(id, credentials),
    });
  }

  private async activate(
    before: SystemConnection,
    trigger: Trigger,
    { actor, requestId, alongside }: RequestedChange,
    { verified, ...values }: { verified: VerifiedShop } & Partial<Pick<SystemConnection, 'sealedCredentials'>>,
  ): Promise<void> {
    const { work, runExclusive } = this.parts;
    const change = () =>
      work.transaction(async (manager, enqueue) => {
        const connection = await lockConnection(manager, before.id);
        if (!connection) throw connectionGone();
        if (trigger === 'reconnection' && connection.status === 'active') return;
        if (connection.status !== before.status || !isSameSealedValue(connection.sealedCredentials, before.sealedCredentials))
          throw changed();
        this.checkAllowed(connection, trigger);
        await moveConnection(manager, connection, { trigger, actor }, { ...verifiedValues(connection, verified), ...values });
        await bringSyncsForward(manager, [connection.id]);
        await alongside?.(manager, statusChange(connection, before.status));
        await tellOfLinkLater(manager, enqueue, connection, requestId);
        const { id, tenantId } = connection;
        if (tenantId !== null) await enqueue('derive-sync-rules', { tenantId, thenSync: id }, { systemConnectionId: id, requestId });
      });
    await runExclusive(before.id, change);
  }

  private async find(id: string, trigger: Trigger): Promise<SystemConnection> {
    const connection = await this.parts.dataSource.manager
      .createQueryBuilder(SystemConnection, 'connection')
      .addSelect('connection.sealedCredentials')
      .leftJoinAndSelect('connection.system', 'system')
      .where('connection.id = :id', { id })
      .getOne();
    if (!connection) throw connectionGone();
    this.checkAllowed(connection, trigger);
    return connection;
  }

  private checkAllowed(connection: SystemConnection, trigger: Trigger): void {
    nextStatus(connection.status, trigger);
    if (connection.tenantId === null)
      throw new ConnectionRefused('unclaimed', 'No company has claimed this connection. Register the shop again.');
    const { graceDays } = this.parts;
    const deadline = connection.graceDeadline(graceDays);
    if (deadline === null || connection.withinGracePeriod(graceDays, new Date())) return;
    throw new ConnectionRefused('status', `This connection could be reconnected until ${deadline.toISOString()}.`);
  }

  private async verify(connection: SystemConnection, renewed?: Secret<Credentials>): Promise<VerifiedShop> {
    const { id, tenantId, system, baseUrl, externalUserId: known } = connection;
    const { verification } = this.parts;
    const { externalUserId, plugin } =
      renewed && system && baseUrl !== null
        ? await verification.verifyRenewed({ id, tenantId, driver: system.driver, baseUrl, credentials: renewed })
        : await verification.verifyStored(connection);
    // A different account now uses this address. Its records must not mix with the old ones.
    if (externalUserId !== null && known !== null && externalUserId !== known)
      throw verification.refuse({ connectionId: id, failure: 'other_platform', reason: 'the account is not the one connected before' });
    return { externalUserId: externalUserId ?? known, plugin };
  }
}

function changed(): ConnectionRefused {
  return new ConnectionRefused('changed', 'The connection changed while it was verified. Check its status and try again.');
}

/** What the message of a refused transition calls the change. */
const participles: Partial<Record<IllegalTransition['trigger'], string>> = {
  disconnection: 'disconnected',
  reconnection: 'reconnected',
  uninstallation: 'uninstalled',
  'credential renewal': 'given new credentials',
};

/** The sentence for a person. */
export function refusedTransition({ from, trigger }: IllegalTransition): string {
  return `A connection that is ${from} cannot be ${participles[trigger] ?? 'changed like this'}.`;
}
