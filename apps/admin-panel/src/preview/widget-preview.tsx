import { useEffect, useState } from 'react';
import type { FullConnection, IssuedPreviewToken } from '../api/representations';
import { request } from '../api/request';
import { useChange } from '../data/use-change';
import { useText } from '../language/use-language';
import { FailureNotice } from '../ui/failure-notice';
import { PreviewFrame } from './preview-frame';
import { PreviewTokens } from './preview-tokens';

/** Shows the configuration widget as the customer sees it, with a token that ends with the preview. */
export function WidgetPreview({ connection: { id, name } }: { connection: FullConnection }) {
  const t = useText();
  const [issued, setIssued] = useState<IssuedPreviewToken | null>(null);
  const [isOver, setIsOver] = useState(false);
  const issue = useChange<IssuedPreviewToken>(setIssued);
  useEffect(() => {
    if (!issued) return undefined;
    const revoke = () => revokePreviewToken(id, issued.id);
    const end = () => {
      setIssued(null);
      setIsOver(true);
    };
    const timer = setTimeout(end, Date.parse(issued.expires_at ?? issued.created_at) - Date.parse(issued.created_at));
    addEventListener('pagehide', revoke);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', revoke);
      revoke();
    };
  }, [id, issued]);
  const open = () => {
    setIsOver(false);
    issue.run('POST', `connections/${id}/preview-tokens`, {});
  };
  return (
    <section className="card">
      <h2>{t('preview.title')}</h2>
      <p>{t('preview.text')}</p>
      <p className="notice">{t('preview.real')}</p>
      {isOver && <p role="status">{t('preview.over')}</p>}
      {issue.failure && <FailureNotice failure={issue.failure} />}
      {issued && <PreviewFrame key={issued.id} token={issued.token} title={t('preview.frame', { name })} />}
      <div className="buttons">
        {issued ? (
          <button type="button" onClick={() => setIssued(null)}>
            {t('preview.close')}
          </button>
        ) : (
          <button type="button" disabled={issue.isPending} onClick={open}>
            {t('preview.open')}
          </button>
        )}
      </div>
      <PreviewTokens connectionId={id} />
    </section>
  );
}

/** When the preview closes, also with its tab. What fails is not reported: the token ends by itself within the hour. */
function revokePreviewToken(connectionId: string, tokenId: string): void {
  void request('DELETE', `connections/${connectionId}/preview-tokens/${tokenId}`, { keepalive: true }).catch(() => undefined);
}
