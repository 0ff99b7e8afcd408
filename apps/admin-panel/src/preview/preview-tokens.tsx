import { useState } from 'react';
import type { PreviewToken } from '../api/representations';
import { useChange } from '../data/use-change';
import { useText, type Translate } from '../language/use-language';
import { useMe } from '../session/session';
import { FailureNotice } from '../ui/failure-notice';
import { Listing, type Columns } from '../ui/listing';
import { useNotices } from '../ui/notices';
import { At } from '../ui/time';

/** The valid preview tokens of all users. Loaded when the list is first opened. */
export function PreviewTokens({ connectionId }: { connectionId: string }) {
  const t = useText();
  const me = useMe();
  const [isOpen, setIsOpen] = useState(false);
  const { announce } = useNotices();
  const revocation = useChange(() => announce(t('preview.revoked')));
  const resource = `connections/${connectionId}/preview-tokens`;
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{t('preview.tokens')}</summary>
      {revocation.failure && <FailureNotice failure={revocation.failure} />}
      {isOpen && (
        <Listing<PreviewToken>
          resource={resource}
          caption={t('preview.tokens')}
          columns={columns(t, me.id, (id) => revocation.run('DELETE', `${resource}/${id}`))}
          empty={t('preview.noTokens')}
        />
      )}
    </details>
  );
}

const columns = (t: Translate, ownId: string, revoke: (id: string) => void): Columns<PreviewToken> => ({
  'preview.by': ({ created_by: by, created_at: at }) => (
    <>
      {t(by === ownId ? 'preview.byYou' : 'preview.byOther')}
      <span className="hint">
        <At at={at} />
      </span>
    </>
  ),
  'preview.expires': ({ expires_at: at }) => <At at={at} />,
  'connection.actions': ({ id }) => (
    <button type="button" onClick={() => revoke(id)}>
      {t('preview.revoke')}
    </button>
  ),
});
