import { v7 as uuidv7 } from 'uuid';
import type { LinkedShop } from './linked-shop';
import { record } from './webhook-scene';

export const email = 'Canary.Person@Example.test';
const address = {
  first_name: 'Canaria',
  last_name: 'Vögelsang',
  address_1: 'Nistweg 7',
  city: 'Federstadt',
  phone: '+49 30 5551234',
  email,
};
export const traces = ['canary.person', 'canaria', 'gelsang', 'nistweg', 'federstadt', '5551234'];
export const customerOf = (id: number, at = 1) =>
  record(id, at, { email, first_name: 'Canaria', last_name: 'Vögelsang', billing: address, shipping: address, username: 'canaria' });
export const orderOf = (id: number, at = 1) =>
  record(id, at, { customer_id: 1, billing: address, shipping: address, customer_note: 'For Canaria' });
/** As PHP writes it. */
export const escaped = (value: object) =>
  JSON.stringify(value).replace(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** What the service says to people names the person, too: why a run failed, what an examination found, the audit log. */
export async function insertTextsNaming(
  query: (text: string, values: unknown[]) => Promise<unknown>,
  { tenantId, connectionId }: LinkedShop,
): Promise<void> {
  await query(
    `insert into sync_runs (id, system_connection_id, capability, mode, status, error, finished_at) values ($1, $2, 'orders', 'full', 'failed', $3, now())`,
    [uuidv7(), connectionId, `No order of Canaria, ${email.toUpperCase()}`],
  );
  await query(
    `insert into doctor_runs (id, system_connection_id, status, findings, problem, finished_at) values ($1, $2, 'succeeded', $3, $4, now())`,
    [uuidv7(), connectionId, JSON.stringify([{ evidence: `Canaria ${email}`, verdict: 'good' }]), email],
  );
  await query(
    `insert into audit_log (id, actor, action, object_type, tenant_id, before, after, reason) values ($1, 'operator', 'failed_task.reveal', 'failed_task', $2, $3, $4, $5)`,
    [
      uuidv7(),
      tenantId,
      JSON.stringify({ note: `Canaria, ${email}` }),
      JSON.stringify({ list: [email, 7] }),
      `asked by Canaria (${email})`,
    ],
  );
}
