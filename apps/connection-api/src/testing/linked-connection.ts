import { initialise, link, type EmbeddingSystem } from './actors';
import { serviceAndShop, type ServiceAndShop } from './service-and-shop';

/** A connection as the plugin's widget is answered. */
export interface AnsweredConnection {
  id: string;
  status: string;
  last_connected_at: string | null;
  disconnected_at: string | null;
  grace_deadline: string | null;
}

export interface LinkedConnection extends ServiceAndShop {
  owner: EmbeddingSystem;
  /** Of the connection that is looked at. */
  id: string;
  /** The plugin's widget token. */
  token: string;
}

const base = '/api/widget/connection';

/** For each test an active connection to a shop; `take` gets it. Answers what its plugin can do with it and what is stored of it. */
export function linkedConnection(take: (scene: LinkedConnection) => void) {
  let scene: LinkedConnection;
  serviceAndShop(async ({ api, shop }) => {
    const owner = await initialise(api);
    const { id, widgetToken: token } = await link(api, owner, shop);
    scene = { api, shop, owner, id, token };
    take(scene);
  });
  const log = (of = scene.id) =>
    scene.api.query<{ from_status: string; to_status: string; reason: string; actor: string; tenant_id: string | null }>(
      `select from_status, to_status, reason, actor, tenant_id from connection_transitions where system_connection_id = $1 order by id`,
      [of],
    );
  return {
    disconnect: (token = scene.token) => scene.api.ask<AnsweredConnection>('POST', `${base}/disconnect`, { token }),
    reconnect: (token = scene.token) => scene.api.ask<AnsweredConnection>('POST', `${base}/reconnect`, { token }),
    uninstall: (token = scene.token) => scene.api.ask('DELETE', base, { token }),
    row: async (of = scene.id) => (await scene.api.query(`select * from system_connections where id = $1`, [of]))[0],
    become: (status: string, since: string | null = status === 'disconnected' ? '1 minute' : null) =>
      scene.api.query(`update system_connections set status = $2, disconnected_at = now() - $3::interval where id = $1`, [
        scene.id,
        status,
        since,
      ]),
    log,
    /** What happened after its activation. */
    logged: async () => (await log()).slice(2),
    derivations: (of = scene.id) =>
      scene.api.query(`select payload from tasks where system_connection_id = $1 and name = 'derive-sync-rules' order by id`, [of]),
  };
}
