/** SQL of the tenant_id and system_id of a connection, which its runs and failed tasks carry. */
export const placedAt = (connection: string) =>
  ['tenant_id', 'system_id'].map((column) => `(select ${column} from system_connections where id = ${connection})`).join(', ');
