import { ensureFirstAdministrator } from '@sync/administration';
import { createDataSource } from '@sync/identity';

/** Shown once, and stored nowhere. */
export interface FirstAdministrator {
  login: string;
  password: string;
}

/** Creates the first administrator of a new database. Null when there is a user already. */
export async function firstAdministratorOf(databaseUrl: string): Promise<FirstAdministrator | null> {
  const dataSource = await createDataSource({ url: databaseUrl, applicationName: 'supervisor', poolSize: 1 }).initialize();
  try {
    const created = await ensureFirstAdministrator(dataSource);
    return created && { login: created.user.login, password: created.password.reveal() };
  } finally {
    await dataSource.destroy();
  }
}
