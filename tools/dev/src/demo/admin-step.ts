import { randomBytes } from 'node:crypto';
import type { FirstAdministrator } from '../supervisor/service';
import { call, DemoFailed, type Page, type SyncRun } from './service-calls';

const ownPasswordBytes = 24;

interface Overview {
  connections: { status: string; count: number }[];
  inbox: { need: string; total: number }[];
}

/** Signs in as the first administrator, as the admin panel does, and reads what its overview shows. Returns one line. */
export async function readOverview(url: string, administrator: FirstAdministrator | null, expectedConnections: number): Promise<string> {
  if (!administrator) throw new DemoFailed('No administrator was created for the new database.');
  const { login, password } = administrator;
  const admin = `${url}/api/admin`;
  const signIn = { login, password, kind: 'bearer' };
  const { token } = await call<{ token: string }>('Signing in', `${admin}/sessions`, { method: 'POST', body: signIn });
  // The generated password works for nothing else.
  const passwords = { current_password: password, new_password: randomBytes(ownPasswordBytes).toString('base64url') };
  await call('Changing the password', `${admin}/me/password`, { method: 'PUT', token, body: passwords });
  const { connections, inbox } = await call<Overview>('Overview', `${admin}/dashboard`, { token });
  const active = connections.find(({ status }) => status === 'active')?.count ?? 0;
  if (active !== expectedConnections)
    throw new DemoFailed(`The overview counts ${active} active connections instead of ${expectedConnections}.`);
  const { data } = await call<Page<SyncRun>>('Sync runs', `${admin}/sync-runs`, { token });
  const succeeded = data.filter(({ status }) => status === 'succeeded').length;
  const failed = inbox.find(({ need }) => need === 'failed_work')?.total ?? 0;
  return `${url}/admin/ signs in ${login}: ${active} connections active, ${succeeded} syncs succeeded, ${failed} failed tasks`;
}
