import { isSameSealedValue, type Credentials, type CredentialsCipher } from '@sync/credentials';
import { IllegalTransition, lockConnection, moveConnection, nextStatus, SystemConnection, transitions, type Actor } from '@sync/domain';
import type { DurableWork } from '@sync/durable-work';
import type { PluginInfo } from '@sync/platforms';
import { Secret } from '@sync/records';
import { bringSyncsForward, wantFullSyncs } from '@sync/sync-runs';
import { In, Not, type DataSource, type EntityManager } from 'typeorm';
import { statusChange, type Alongside } from './alongside';
import { ConnectionRefused, connectionGone } from './connection-refused';
import { shopName } from './handshake/connection-name';
import { lockActivations } from './handshake/retire-older';
import type { ShopAddress, ShopIdentity } from './handshake/shop-identity';
import { tellOfLinkLater } from './tell-of-link-later';
import { verifiedValues, type VerifiedShop, type VerifyCredentials } from './verify-credentials';

/** A change by someone, on behalf of a request. */
export interface RequestedChange {
  /** Stored with the transition. */
  actor: Actor;
  requestId?: string;
  alongside?: Alongside;
}

/** Where a shop is now, as its plugin says. */
export interface NewAddress {
  baseUrl: string;
  credentials: Credentials;
  plugin: PluginInfo | null;
}

type Trigger = 'reconnection' | 'credential renewal' | 'address change';
type ChangedValues = Partial<Pick<SystemConnection, 'sealedCredentials' | 'name' | keyof ShopAddress>>;

export interface ActivateAgainParts {
  dataSource: DataSource;
  work: DurableWork;
  verification: VerifyCredentials;
  cipher: CredentialsCipher;
  shops: ShopIdentity;
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

  /**
   * For a shop that moved. The request brings the credentials, so that nothing stored is sent to an address that someone names. A name that
   * was made from the old address becomes one of the new address.
   */
  async moveShop(id: string, { baseUrl, credentials, plugin: said }: NewAddress, change: RequestedChange): Promise<void> {
    const before = await this.find(id, 'address change');
    const { system, baseUrl: oldUrl, name } = before;
    if (system === null || oldUrl === null) throw new ConnectionRefused('status', 'Only the connection of a shop has an address.');
    const address = this.parts.shops.addressOf(system, baseUrl);
    const { tenantId, externalUserId, storeBase } = before;
    const moved = { id, tenantId, driver: system.driver, baseUrl: address.baseUrl, credentials: new Secret(credentials) };
    // Some platforms name the account by its address.
    const known = externalUserId === storeBase ? null : externalUserId;
    // Not through the connection's breaker, which knows the old address only.
    const verified = this.sameAccount(id, known, await this.parts.verification.verifyNew(moved, 'invited'));
    const plugin = verified.plugin ?? said;
    const [then, now] = [installationOf(before.meta.plugin), installationOf(plugin)];
    if (then !== null && now !== null && then !== now) throw this.otherShop(id, 'the installation is not the one connected before');
    await this.activate(before, 'address change', change, {
      verified: { ...verified, plugin },
      sealedCredentials: this.parts.cipher.seal(id, credentials),
      ...address,
      name: name === shopName(system, oldUrl) ? shopName(system, address.baseUrl) : name,
    });
  }

  private async activate(
    before: SystemConnection,
    trigger: Trigger,
    { actor, requestId, alongside }: RequestedChange,
    { verified, ...values }: { verified: VerifiedShop } & ChangedValues,
  ): Promise<void> {
    const { work, runExclusive } = this.parts;
    const change = () =>
      work.transaction(async (manager, enqueue) => {
        if (values.storeBase) await requireVacant(manager, before, values.storeBase);
        const connection = await lockConnection(manager, before.id);
        if (!connection) throw connectionGone();
        if (trigger === 'reconnection' && connection.status === 'active') return;
        if (connection.status !== before.status || !isSameSealedValue(connection.sealedCredentials, before.sealedCredentials))
          throw changed();
        this.checkAllowed(connection, trigger);
        await moveConnection(manager, connection, { trigger, actor }, { ...verifiedValues(connection, verified), ...values });
        await bringSyncsForward(manager, [connection.id]);
        const isMoved = trigger === 'address change';
        // A run that is open already takes the place of the first sync.
        if (isMoved) await wantFullSyncs(manager, connection.id);
        await alongside?.(manager, statusChange(connection, before.status));
        await tellOfLinkLater(manager, enqueue, connection, requestId);
        const { id, tenantId } = connection;
        if (tenantId !== null)
          await enqueue(
            'derive-sync-rules',
            { tenantId, thenSync: id, ...(isMoved && { isMoved }) },
            { systemConnectionId: id, requestId },
          );
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
    const verified =
      renewed && system && baseUrl !== null
        ? await verification.verifyRenewed({ id, tenantId, driver: system.driver, baseUrl, credentials: renewed })
        : await verification.verifyStored(connection);
    return this.sameAccount(id, known, verified);
  }

  /** The records of another account must not mix with those of the one before. */
  private sameAccount(id: string, known: string | null, { externalUserId, plugin }: VerifiedShop): VerifiedShop {
    if (externalUserId !== null && known !== null && externalUserId !== known)
      throw this.otherShop(id, 'the account is not the one connected before');
    return { externalUserId: externalUserId ?? known, plugin };
  }

  private otherShop(connectionId: string, reason: string): ConnectionRefused {
    return this.parts.verification.refuse({ connectionId, failure: 'other_platform', reason });
  }
}

/** The tenant may have linked the shop from its new address already: two connections to one shop would serve every record twice. */
async function requireVacant(manager: EntityManager, { id, tenantId, systemId }: SystemConnection, storeBase: string): Promise<void> {
  if (tenantId === null || systemId === null) return;
  await lockActivations(manager, tenantId);
  const status = In(transitions['retired by reconnect'].from.filter((each) => each !== 'inactive'));
  if (await manager.existsBy(SystemConnection, { tenantId, systemId, storeBase, id: Not(id), status }))
    throw new ConnectionRefused('exists', 'Another connection of the company is to the shop at this address.');
}

function installationOf(plugin: unknown): string | null {
  const { installation_id: id } = { installation_id: null, ...(plugin as PluginInfo | null | undefined) };
  return id;
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
  'address change': 'given another address',
};

/** The sentence for a person. */
export function refusedTransition({ from, trigger }: IllegalTransition): string {
  return `A connection that is ${from} cannot be ${participles[trigger] ?? 'changed like this'}.`;
}
