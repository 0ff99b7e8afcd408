import { UserAccount } from '@sync/identity';
import { IsNull, type EntityManager } from 'typeorm';
import { AdministrationRefused, userGone } from '../refusals';

const enabledSuperAdministrator = { role: 'super_admin', disabledAt: IsNull() } as const;

/**
 * Locks the user until the end of the transaction, together with every enabled super administrator. `requireAnother` throws if this user
 * is the last of those: two concurrent requests cannot remove the last two. Throws AdministrationRefused: `gone`, and `conflict`.
 */
export async function lockUser(manager: EntityManager, id: string): Promise<{ requireAnother: () => void }> {
  const locked = await manager.find(UserAccount, {
    select: { id: true, role: true, disabledAt: true },
    where: [{ id }, enabledSuperAdministrator],
    // So that two requests wait for each other instead of deadlocking.
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
  const user = locked.find((account) => account.id === id);
  if (!user) throw userGone();
  const isLast = user.role === 'super_admin' && user.disabledAt === null && locked.length === 1;
  return {
    requireAnother: () => {
      if (isLast) throw new AdministrationRefused('conflict', 'This is the last enabled super administrator.');
    },
  };
}
