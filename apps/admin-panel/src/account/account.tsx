import { useState } from 'react';
import type { Me } from '../api/representations';
import { useChange } from '../data/use-change';
import { useText } from '../language/use-language';
import { ChangePassword } from '../session/change-password';
import { noProof, OwnProofFields, proofBody, TotpCodeField } from '../session/own-proof-fields';
import { useSlash } from '../search/use-slash';
import { useMe } from '../session/session';
import { TotpSetUp } from '../session/totp-set-up';
import { OwnSessions } from '../sessions/own-sessions';
import { Facts } from '../ui/facts';
import { FailureNotice } from '../ui/failure-notice';
import { Field } from '../ui/field';
import { Form } from '../ui/form';
import { useNotices } from '../ui/notices';
import { Page } from '../ui/page';
import { useRefusedFields } from '../ui/use-refused-fields';

/** The own account: password, second factor and sessions. */
export function Account() {
  const t = useText();
  const me = useMe();
  return (
    <Page title={t('nav.account')}>
      <section className="card">
        <Facts
          of={[
            [t('signIn.login'), me.login],
            [t('users.name'), `${me.name} (${t(`role.${me.role}`)})`],
          ]}
        />
      </section>
      <div className="columns">
        <section className="card">
          <ChangePassword />
        </section>
        <section className="card">{me.has_totp ? <TotpRemoval /> : <TotpSetUp me={me} />}</section>
        {me.oidc_link === 'linked' && (
          <section className="card">
            <UndoOidcLink me={me} />
          </section>
        )}
        <section className="card">
          <Keyboard />
        </section>
      </div>
      <OwnSessions />
    </Page>
  );
}

/** Kept in this browser. */
function Keyboard() {
  const t = useText();
  const [hasSlash, setHasSlash] = useSlash();
  return (
    <>
      <h2>{t('keyboard.title')}</h2>
      <label className="option">
        <input type="checkbox" checked={hasSlash} onChange={({ target }) => setHasSlash(target.checked)} />
        {t('keyboard.slash')}
      </label>
      <p className="hint">{t('keyboard.hint')}</p>
    </>
  );
}

function TotpRemoval() {
  const t = useText();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { announce } = useNotices();
  const removal = useChange(() => announce(t('totp.removed')));
  const fields = useRefusedFields(removal.failure);
  return (
    <Form onSubmit={() => removal.run('DELETE', 'me/totp', { password, code: code.replace(/\s/g, '') })}>
      <h2>{t('totp.title')}</h2>
      <p>{t('totp.on')}</p>
      {removal.failure && <FailureNotice failure={removal.failure} />}
      <Field
        label={t('signIn.password')}
        type="password"
        autoComplete="current-password"
        required
        error={fields['/password']}
        value={password}
        onValue={setPassword}
      />
      <TotpCodeField error={fields['/code']} value={code} onValue={setCode} />
      <button className="danger" disabled={removal.isPending}>
        {t('totp.remove')}
      </button>
    </Form>
  );
}

/** For a user who is linked to an identity of the provider. */
function UndoOidcLink({ me }: { me: Me }) {
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
