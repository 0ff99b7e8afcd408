import { useState } from 'react';
import type { Me } from '../api/representations';
import { useText } from '../language/use-language';
import { noProof, OwnProofFields, proofBody } from '../session/own-proof-fields';
import { FailureNotice } from '../ui/failure-notice';
import { Form } from '../ui/form';
import { useNotices } from '../ui/notices';
import { useChange } from '../data/use-change';

/** For a user who is linked to an identity of the provider. */
export function UndoOidcLink({ me }: { me: Me }) {
  const t = useText();
  const [own, setOwn] = useState(noProof);
  const { announce } = useNotices();
  const undo = useChange(() => announce(t('oidc.undone')));
  return (
    <Form onSubmit={() => undo.run('DELETE', 'me/oidc', proofBody(own))}>
      <h2>{t('oidc.title')}</h2>
      <p>{t(me.has_password ? 'oidc.on' : 'oidc.only')}</p>
      {undo.failure && <FailureNotice failure={undo.failure} />}
      {me.has_password && (
        <>
          <OwnProofFields me={me} proof={own} onProof={setOwn} failure={undo.failure} />
          <button className="danger" disabled={undo.isPending}>
            {t('oidc.undo')}
          </button>
        </>
      )}
    </Form>
  );
}
