import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Pool } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { secondsOf } from './measure';

/** Rows as prepared COPY text, ready to send. */
export type CopyText = Buffer[];

/** The stored orders as COPY text. */
export async function copyOut(pool: Pool): Promise<CopyText> {
  const client = await pool.connect();
  try {
    const chunks: CopyText = [];
    for await (const chunk of client.query(copyTo('copy orders to stdout'))) chunks.push(chunk as Buffer);
    return chunks;
  } finally {
    client.release();
  }
}

/** Seconds of one COPY stream into a bare table of the same types: the limit for every way to store rows. */
export async function secondsOfBareCopy(pool: Pool, prepared: CopyText): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('drop table if exists bare_orders; create table bare_orders as table orders with no data; checkpoint');
    return await secondsOf(() => pipeline(Readable.from(joined(prepared)), client.query(copyFrom('copy bare_orders from stdin'))));
  } finally {
    client.release();
  }
}

function* joined(chunks: CopyText): Generator<Buffer> {
  const perPacket = 200;
  for (let index = 0; index < chunks.length; index += perPacket) yield Buffer.concat(chunks.slice(index, index + perPacket));
}
