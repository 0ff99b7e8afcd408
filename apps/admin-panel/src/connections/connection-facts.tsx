import { Link } from 'react-router';
import { isFull, type AnyConnection } from '../api/representations';
import { useText } from '../language/use-language';
import { Facts } from '../ui/facts';
import { At } from '../ui/time';
import { pluginFacts } from './plugin-facts';

export function ConnectionFacts({ connection }: { connection: AnyConnection }) {
  const t = useText();
  const { tenant, system } = connection;
  const full = isFull(connection) ? connection : null;
  const imports = full?.capabilities.map((kind) => t(`records.${kind}`)).join(', ');
  return (
    <section className="card">
      <h2>{t('connection.facts')}</h2>
      <Facts
        of={[
          [
            t('connections.tenant'),
            tenant ? <Link to={`/connections?tenant_id=${tenant.id}`}>{tenant.name}</Link> : t('connections.unclaimed'),
          ],
          [t('connections.system'), system?.name ?? t('connections.noSystem')],
          [t('connection.address'), full?.base_url ?? undefined],
          [t('connection.account'), full?.external_user_id ?? undefined],
          ...pluginFacts(connection, t),
          [t('connection.imports'), full ? imports || t('connection.importsNothing') : undefined],
          [t('connections.lastSync'), full ? <At at={full.last_synced_at} otherwise={t('never')} /> : undefined],
          [t('connection.lastContact'), full ? <At at={full.last_connected_at} otherwise={t('never')} /> : undefined],
          [t('connection.disconnectedAt'), connection.disconnected_at ? <At at={connection.disconnected_at} /> : undefined],
          [t('connections.created'), <At key="created" at={connection.created_at} />],
          [t('connection.id'), <code key="id">{connection.id}</code>],
        ]}
      />
    </section>
  );
}
