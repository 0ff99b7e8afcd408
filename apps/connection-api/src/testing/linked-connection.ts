import { initialise, link, type EmbeddingSystem } from './actors';
import { serviceAndShop, type ServiceAndShop } from './service-and-shop';

/** The members of a connection that the life cycle tests read. */
interface LifecycleConnection {
  id: string;
  status: string;
  last_connected_at: string | null;
  disconnected_at: string | null;
  grace_deadline: string | null;
}

export interface LinkedConnection extends ServiceAndShop {
  owner: EmbeddingSystem;
  /** Of the connection under test. */
  id: string;
  /** The plugin's widget token. */
  token: string;
}

const base = '/api/widget/connection';

/** Gives each test an active connection to a shop. Returns the actions of its plugin and queries of its state. */
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
    disconnect: (token = scene.token) => scene.api.ask<LifecycleConnection>('POST', `${base}/disconnect`, { token }),
    reconnect: (token = scene.token) => scene.api.ask<LifecycleConnection>('POST', `${base}/reconnect`, { token }),
    uninstall: (token = scene.token) => scene.api.ask('DELETE', base, { token }),
    row: async (of = scene.id) => (await scene.api.query(`select * from system_connections where id = $1`, [of]))[0],
    become: (status: string, since: string | null = status === 'disconnected' ? '1 minute' : null) =>
      scene.api.query(`update system_connections set status = $2, disconnected_at = now() - $3::interval where id = $1`, [
        scene.id,
        status,
        since,
      ]),
    log,
    /** The transitions since its activation. */
    logged: async () => (await log()).slice(2),
    derivations: (of = scene.id) =>
      scene.api.query(`select payload from tasks where system_connection_id = $1 and name = 'derive-sync-rules' order by id`, [of]),
  };
}
