import { useState } from 'react';
import type { GeneratedPassword, User } from '../api/representations';
import { useText } from '../language/use-language';
import { useMe } from '../session/me';
import { noProof, OwnProofFields, proofBody } from '../session/own-proof-fields';
import { Confirm } from '../ui/confirm';
import { FailureNotice } from '../ui/failure-notice';
import { useChange } from '../data/use-change';
import type { IssuedPassword } from './one-time-password';

interface ResetPasswordProps {
  user: User;
  onClose: () => void;
  onIssued: (issued: IssuedPassword) => void;
}

export function ResetPassword({ user: { id, login, name }, onClose, onIssued }: ResetPasswordProps) {
  const t = useText();
  const me = useMe();
  const [own, setOwn] = useState(noProof);
  const [removesTotp, setRemovesTotp] = useState(false);
  const change = useChange<GeneratedPassword>(({ password }) => onIssued({ login, password }));
  return (
    <Confirm
      title={t('users.resetTitle', { name })}
      action={t('users.reset')}
      isDangerous
      isPending={change.isPending}
      onConfirm={() => change.run('POST', `users/${id}/password-reset`, { remove_totp: removesTotp, ...proofBody(own) })}
      onClose={onClose}
    >
      <p>{t('users.resetText')}</p>
      <label className="option">
        <input type="checkbox" checked={removesTotp} onChange={({ target }) => setRemovesTotp(target.checked)} />
        {t('users.resetTotp')}
      </label>
      <OwnProofFields me={me} proof={own} onProof={setOwn} failure={change.failure} />
      {change.failure && <FailureNotice failure={change.failure} />}
    </Confirm>
  );
}
