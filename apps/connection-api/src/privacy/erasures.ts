import { Injectable } from '@nestjs/common';
import { ErasedAddresses } from '@sync/credentials';
import { countErasure } from '@sync/domain';
import { DurableWork } from '@sync/durable-work';
import { recordAudit, type AuditEntry } from '@sync/identity';
import { findErasure, findErasureOf, liftErasure, startErasure, type Erasure } from '@sync/record-store';
import { currentRequestId, Problem } from '@sync/service-runtime';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { tenantOf, type Caller } from '../access/caller';
import { scopeOf } from './scope-of';

/** Of one tenant. Each looks through all of its records. */
const maxRunning = 100;
const maxErasures = 100_000;
const retryAfterSeconds = 10;

const noSuchErasure = () => new Problem('not-found', 'This erasure does not exist.');

/** The erasures of a tenant, and those of one of its shops for the shop's plugin. None of them says whom it is about. */
@Injectable()
export class Erasures {
  constructor(
    private readonly dataSource: DataSource,
    private readonly work: DurableWork,
    private readonly addresses: ErasedAddresses,
  ) {}

  /** From the commit on, nothing is stored that names the person. Throws Problem when the tenant has too many erasures. */
  async request(caller: Caller, email: string, address: string): Promise<Erasure> {
    const scope = await scopeOf(this.dataSource, caller);
    const { tenantId } = scope;
    const [addressHash = ''] = await this.addresses.hash(tenantId, [email]);
    return this.work.transaction(async (manager, enqueue) => {
      await countErasure(manager, tenantId);
      const known = await findErasureOf(manager, scope, addressHash);
      requireRoom(known);
      const id = known.id ?? uuidv7();
      const sealed = await this.addresses.seal(id, email);
      const erasure = await startErasure(manager, { ...scope, addressHash, id, sealed });
      await enqueue('erase-person', { erasureId: id }, { tenantId, requestId: currentRequestId() });
      await audit(manager, caller, { action: 'erasure.request', id, address });
      return erasure;
    });
  }

  /** Throws Problem, 404. */
  async find(caller: Caller, id: string): Promise<Erasure> {
    const erasure = await findErasure(this.dataSource, await scopeOf(this.dataSource, caller), id);
    if (!erasure) throw noSuchErasure();
    return erasure;
  }

  /** Throws Problem, 404. */
  async lift(caller: Caller, id: string, address: string): Promise<void> {
    const scope = await scopeOf(this.dataSource, caller);
    await this.dataSource.transaction(async (manager) => {
      if (!(await liftErasure(manager, scope, id))) throw noSuchErasure();
      await audit(manager, caller, { action: 'erasure.lift', id, address });
    });
  }
}

function requireRoom({ id, running, all }: { id: string | null; running: number; all: number }): void {
  if (running >= maxRunning)
    throw Problem.tooManyRequests(`${maxRunning} erasures are running. Ask again when some are done.`, {
      name: 'erasures',
      allowed: maxRunning,
      unit: 'concurrent-requests',
      retryAfterSeconds,
    });
  if (id === null && all >= maxErasures)
    throw new Problem('conflict', `The company has ${maxErasures} erasures, the maximum. Lift those of shops that are gone.`);
}

/** Without the person's address. `address`: the client's. */
async function audit(
  manager: EntityManager,
  caller: Caller,
  { action, id, address }: { action: AuditEntry['action']; id: string | null; address: string },
): Promise<void> {
  await recordAudit(manager, {
    actor: `caller:${caller.connectionId}`,
    requestId: currentRequestId(),
    address,
    action,
    object: { type: 'erasure', id },
    tenantId: tenantOf(caller),
  });
}

/** Who took a copy of what is stored about a person. */
export const auditExport = (manager: EntityManager, caller: Caller, address: string) =>
  audit(manager, caller, { action: 'erasure.export', id: null, address });
