import { AdministrationRefused, changeUser, createUser, findUserByLogin, firstPasswordDays, resetPassword } from '@sync/administration';
import { readCommand, usage, type Command } from './command';
import { databaseCommand, type Database } from '../database-command';

const operator = { actor: 'operator' } as const;

async function create(dataSource: Database, { login, name }: Command): Promise<string[]> {
  const values = { login, name, role: 'super_admin' as const, accessibleTenantIds: [], supportedSystemIds: [] };
  const { password } = await createUser(dataSource, operator, values);
  return linesOf(login, password.reveal());
}

async function reset(dataSource: Database, { login }: Command): Promise<string[]> {
  const { id } = await findUserByLogin(dataSource, login);
  await changeUser(dataSource, operator, id, { disabled: false });
  const password = await resetPassword(dataSource, operator, id, { removesTotp: true });
  return linesOf(login, password.reveal());
}

function linesOf(login: string, password: string): string[] {
  const lifetime = `It must be changed at the first sign-in, within ${firstPasswordDays} days, and is stored nowhere else.`;
  return [`Login     ${login}`, `Password  ${password}`, lifetime];
}

export const admin = databaseCommand({
  name: 'admin',
  does: 'Makes an administrator, or lets a user in again.',
  usage,
  read: readCommand,
  run: async (dataSource, command) => {
    try {
      return { lines: await (command.action === 'create' ? create : reset)(dataSource, command), ok: true };
    } catch (error) {
      if (!(error instanceof AdministrationRefused)) throw error;
      return { lines: [error.message], ok: false };
    }
  },
});
