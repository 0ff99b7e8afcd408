import { shops } from '@sync/platforms';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { ApiFailure } from '../api/api-failure';
import type { CreatedConnection, FullConnection } from '../api/representations';
import { useOne } from '../data/use-reads';
import { useText, type Translate } from '../language/use-language';
import { openRunMs, restMs } from '../connections/polling';
import { CopiedSecret } from '../ui/copied-secret';
import { FailureNotice } from '../ui/failure-notice';
import { Page } from '../ui/page';
import { At } from '../ui/time';
import { useChange } from '../data/use-change';

interface PluginTokenProps {
  created: CreatedConnection;
  /** Slug of the system that was chosen. The connection itself learns it from the plugin. */
  systemSlug: string;
  onRenewed: (created: CreatedConnection) => void;
  onActive: (connection: FullConnection) => void;
}

/** The only time that a connection token is shown: it is in no address and in no storage. Waits until the plugin has used it. */
export function PluginToken({ created, systemSlug, onRenewed, onActive }: PluginTokenProps) {
  const t = useText();
  const isExpired = useIsOver(created);
  const failure = useWaiting(created.id, isExpired, onActive);
  const renewal = useChange<CreatedConnection>(onRenewed);
  return (
    <Page title={t('token.title', { name: created.tenant?.name ?? created.name })}>
      <section className="card">
        {isExpired ? <p className="notice notice-bad">{t('token.expired')}</p> : <TokenSteps created={created} systemSlug={systemSlug} />}
        {!isExpired && (
          <>
            <p className="waits" role="status">
              {t('token.waiting')}
            </p>
            <p className="hint">{t('token.stays')}</p>
          </>
        )}
        {failure && <FailureNotice failure={failure} />}
        {renewal.failure && <FailureNotice failure={renewal.failure} />}
        <div className="buttons">
          <button
            type="button"
            className={isExpired ? 'primary' : ''}
            disabled={renewal.isPending}
            onClick={() => renewal.run('POST', 'connections', { tenant_id: created.tenant_id, system_slug: systemSlug })}
          >
            {t('token.renew')}
          </button>
          <Link className="button" to="/connections">
            {t('connection.back')}
          </Link>
        </div>
      </section>
    </Page>
  );
}

function TokenSteps({ created, systemSlug }: Pick<PluginTokenProps, 'created' | 'systemSlug'>) {
  const t = useText();
  return (
    <>
      <h2>{t('token.label')}</h2>
      <p>{t('token.once')}</p>
      <CopiedSecret secret={created.connection_token ?? ''} />
      <p className="hint">
        {t('token.until')} <At at={created.expires_at} />
      </p>
      <h2>{t('token.steps')}</h2>
      <ol className="steps">
        <li>{t('token.open', { path: pathOf(t, systemSlug) })}</li>
        <li>{t('token.paste')}</li>
        <li>{t('token.save')}</li>
      </ol>
    </>
  );
}

/** On the way to the plugin's settings. */
function pathOf(t: Translate, systemSlug: string): string {
  const path = shops.find(({ driver }) => driver === systemSlug)?.plugin.settingsPath ?? (['pluginName', 'settings'] as const);
  return path.map((part) => t(`token.part.${part}`)).join(' → ');
}

/** Counts from when the token arrived, because this machine's clock may differ from the service's. */
function useIsOver({ created_at: from, expires_at: to }: CreatedConnection): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), Date.parse(to ?? from) - Date.parse(from));
    return () => clearTimeout(timer);
  }, [from, to]);
  return isOver;
}

/** Reads the connection until it is active. Returns why it cannot be read. */
function useWaiting(id: string, isExpired: boolean, onActive: (connection: FullConnection) => void): ApiFailure | null {
  const { data, error } = useOne<FullConnection>(`connections/${id}`, isExpired ? restMs : openRunMs);
  useEffect(() => {
    if (data?.status === 'active') onActive(data);
  }, [data, onActive]);
  return isExpired ? null : error;
}
