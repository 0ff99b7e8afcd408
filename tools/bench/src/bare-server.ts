import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import fastify, { type FastifyRequest } from 'fastify';
import { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';

/**
 * The limit that the apps are compared with: Fastify and pg with nothing else. A request looks the same things up in the same database, by
 * named statements: the token by its hash with its connection, then a row or a list, then `last_used_at`. A webhook has its signature
 * checked, and is stored by one insert.
 */
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const tokens = new Pool({ connectionString: process.env.DATABASE_URL, max: 10, options: '-c synchronous_commit=off' });
const secret = process.env.BARE_WEBHOOK_SECRET ?? '';

const findToken = `
  select token.id, token.name, connection.id as connection_id, connection.tenant_id, connection.status
  from access_tokens token join system_connections connection on connection.id = token.system_connection_id
  where token.token_hash = $1 and (token.expires_at is null or token.expires_at > now())`;
const columns = `
  connection.id, connection.name, connection.status, connection.tenant_id, connection.external_user_id, connection.base_url, connection.meta,
  connection.configuration, connection.created_at, connection.updated_at, system.slug as system_slug, system.name as system_name`;
const from = 'from system_connections connection left join systems system on system.id = connection.system_id';
const findOne = `select ${columns} ${from} where connection.id = $1 and connection.tenant_id = $2`;
const findAll = `select ${columns} ${from} where connection.tenant_id = $1 order by connection.id limit 51`;
const recordUse = 'update access_tokens set last_used_at = clock_timestamp() where id = $1';
const insertWebhook = 'insert into bare_webhooks (id, body) values ($1, $2)';

interface Holder {
  id: string;
  tenant_id: string;
}

async function respond<T>(authorization: string | undefined, read: (tenantId: string) => Promise<T>): Promise<T> {
  const hash = createHash('sha256')
    .update(authorization?.slice('Bearer '.length) ?? '')
    .digest();
  const { rows } = await tokens.query<Holder>({ name: 'token', text: findToken, values: [hash] });
  const [holder] = rows;
  if (!holder) throw Object.assign(new Error('Unknown token'), { statusCode: 401 });
  const found = await read(holder.tenant_id);
  await tokens.query({ name: 'use', text: recordUse, values: [holder.id] });
  return found;
}

function requireSignature({ body, headers }: FastifyRequest<{ Body: Buffer }>): void {
  const due = createHmac('sha256', secret).update(body).digest();
  const given = Buffer.from(String(headers['x-wc-webhook-signature']), 'base64');
  if (given.length !== due.length || !timingSafeEqual(given, due)) throw Object.assign(new Error('Not signed'), { statusCode: 401 });
}

const server = fastify();
server.removeContentTypeParser('application/json');
server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
server.get('/health/ready', () => ({ status: 'ok' }));
server.get<{ Params: { id: string } }>('/status/:id', ({ headers, params }) =>
  respond(
    headers.authorization,
    async (tenantId) => (await tokens.query({ name: 'one', text: findOne, values: [params.id, tenantId] })).rows[0] as unknown,
  ),
);
server.get('/list', ({ headers }) =>
  respond(headers.authorization, async (tenantId) => ({
    data: (await tokens.query({ name: 'all', text: findAll, values: [tenantId] })).rows as unknown[],
  })),
);
server.post<{ Body: Buffer }>('/signature', (request) => {
  requireSignature(request);
  return { status: 'accepted' };
});
server.post<{ Body: Buffer }>('/insert', async (request) => {
  requireSignature(request);
  await pool.query({ name: 'insert', text: insertWebhook, values: [uuidv7(), request.body.toString('utf8')] });
  return { status: 'accepted' };
});
await server.listen({ port: Number(process.env.BARE_SERVER_PORT), host: '127.0.0.1' });
process.once('SIGTERM', () => void server.close().then(() => Promise.all([pool.end(), tokens.end()])));
