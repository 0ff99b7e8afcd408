import type { SqlRunner } from '@sync/postgres';
import { AdministrationRefused, userGone } from '../refusals';

interface Locked {
  id: string;
  isEnabledSuperAdministrator: boolean;
}

/** In the order of ids, so that two requests wait for each other instead of deadlocking. */
const lock = `
  select id, role = 'super_admin' and disabled_at is null as "isEnabledSuperAdministrator" from users
  where id = $1 or (role = 'super_admin' and disabled_at is null)
  order by id for update`;

/**
 * Locks the user until the end of the transaction, together with every enabled super administrator. `requireAnother` throws if this user
 * is the last of those: two concurrent requests cannot remove the last two. Throws AdministrationRefused: `gone`, and `conflict`.
 */
export async function lockUser(sql: SqlRunner, id: string): Promise<{ requireAnother: () => void }> {
  const locked = await sql.query<Locked[]>(lock, [id]);
  const user = locked.find((row) => row.id === id);
  if (!user) throw userGone();
  const isLast = user.isEnabledSuperAdministrator && locked.length === 1;
  return {
    requireAnother: () => {
      if (isLast) throw new AdministrationRefused('conflict', 'This is the last enabled super administrator.');
    },
  };
}
