import { randomBytes } from 'node:crypto';
import type { FirstAdministrator } from '../supervisor/first-administrator';
import { AdminCalls, DemoFailed } from './service-calls';

const ownPasswordBytes = 24;

/** Signs in as the first administrator, as the admin panel does, and reads what its overview shows. Returns one line. */
export async function readOverview(url: string, administrator: FirstAdministrator | null, expectedConnections: number): Promise<string> {
  if (!administrator) throw new DemoFailed('No administrator was created for the new database.');
  const admin = await AdminCalls.signIn(url, administrator);
  await admin.changePassword(administrator.password, randomBytes(ownPasswordBytes).toString('base64url'));
  const { connections, service } = await admin.overview();
  const active = connections.find(({ status }) => status === 'active')?.count ?? 0;
  if (active !== expectedConnections)
    throw new DemoFailed(`The overview counts ${active} active connections instead of ${expectedConnections}.`);
  const succeeded = (await admin.syncRuns()).filter(({ status }) => status === 'succeeded').length;
  return `${url}/admin/ signs in ${administrator.login}: ${active} connections active, ${succeeded} syncs succeeded, ${service.failed_tasks} failed tasks`;
}
