import { Injectable } from '@nestjs/common';
import { editSystem } from '@sync/connections';
import { createDirectSystem, deleteSystem, System } from '@sync/domain';
import { DurableWork } from '@sync/durable-work';
import { pageOf, readCursor, writeCursor, type Page, type PageInput } from '@sync/http-api';
import { recordAudit, type AuditEntry } from '@sync/identity';
import { DataSource, MoreThan, type EntityManager } from 'typeorm';
import type { SignedInUser } from '../access/signed-in-user';
import { noSuch } from '../path-id';
import { presentSystem, type ChangeSystemInput, type CreateSystemInput, type SystemDetails } from './system-representation';

const list = 'systems';

/** Shop platforms, and the systems of callers. Throws InUse for what something else still needs. */
@Injectable()
export class Systems {
  constructor(
    private readonly dataSource: DataSource,
    private readonly work: DurableWork,
  ) {}

  /** By slug. */
  async list({ limit, cursor }: PageInput): Promise<Page<SystemDetails>> {
    const [after] = cursor === undefined ? [''] : readCursor(list, cursor, /^[a-z0-9_-]{1,100}$/);
    const rows = await this.dataSource.manager.find(System, {
      where: { slug: MoreThan(after ?? '') },
      order: { slug: 'ASC' },
      take: limit + 1,
    });
    return pageOf(rows, limit, ({ slug }) => writeCursor(list, slug), presentSystem);
  }

  /** Throws Problem, 404. */
  async show(id: string): Promise<SystemDetails> {
    const system = await this.dataSource.manager.findOneBy(System, { id });
    if (!system) throw noSuch('system');
    return presentSystem(system);
  }

  async create(user: SignedInUser, input: CreateSystemInput): Promise<SystemDetails> {
    const { slug, name, capabilities } = input;
    return this.dataSource.transaction(async (manager) => {
      const system = await createDirectSystem(manager, { slug, name, capabilities });
      await this.audit(manager, user, { action: 'system.create', after: { slug, name, capabilities } }, system.id);
      return presentSystem(system);
    });
  }

  /** Throws Problem, 404, and RefusedValues. */
  async change(user: SignedInUser, id: string, { name, capabilities }: ChangeSystemInput): Promise<SystemDetails> {
    const isChanged = await editSystem(
      this.work,
      id,
      { name, capabilities },
      {
        requestId: user.origin.requestId,
        alongside: (manager, before, after) =>
          this.audit(manager, user, { action: 'system.change', before: audited(before), after: audited(after) }, id),
      },
    );
    if (!isChanged) throw noSuch('system');
    return this.show(id);
  }

  /** Throws Problem, 404. */
  async delete(user: SignedInUser, id: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const system = await deleteSystem(manager, id);
      if (!system) throw noSuch('system');
      await this.audit(manager, user, { action: 'system.delete', before: { slug: system.slug, ...audited(system) } }, id);
    });
  }

  private audit(
    manager: EntityManager,
    { origin }: SignedInUser,
    entry: Pick<AuditEntry, 'action' | 'before' | 'after'>,
    id: string,
  ): Promise<void> {
    return recordAudit(manager, { ...origin, ...entry, object: { type: 'system', id } });
  }
}

function audited({ name, capabilities }: System) {
  return { name, capabilities };
}
