import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';

/** A connection that owns records, created without a handshake. */
export async function insertConnection(pool: Pool): Promise<string> {
  const id = uuidv7();
  await pool.query(`insert into system_connections (id, name, status) values ($1, 'Bench', 'inactive')`, [id]);
  await pool.query('insert into shops (id, system_connection_id) values ($1, $1)', [id]);
  return id;
}
