import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { FullConnection } from '../api/representations';
import { useText } from '../language/use-language';
import { Confirm } from '../ui/confirm';
import { FailureNotice } from '../ui/failure-notice';
import { Field } from '../ui/field';
import { ReasonField } from '../ui/reason-field';
import { useNotices } from '../ui/notices';
import { useChange } from '../data/use-change';

/** Erases a connection that a newer one has replaced. The name must be typed, because nothing brings it back. */
export function EraseConnection({ connection: { id, name }, onClose }: { connection: FullConnection; onClose: () => void }) {
  const t = useText();
  const navigate = useNavigate();
  const { announce } = useNotices();
  const [typed, setTyped] = useState('');
  const [isOther, setIsOther] = useState(false);
  const [reason, setReason] = useState('');
  const change = useChange(() => {
    announce(t('erase.done', { name }));
    onClose();
    void navigate('/connections?status=inactive');
  });
  const confirm = () => {
    setIsOther(typed.trim() !== name);
    if (typed.trim() === name) change.run('POST', `connections/${id}/erase`, { reason });
  };
  return (
    <Confirm
      title={t('erase.title', { name })}
      action={t('action.erase')}
      isDangerous
      isPending={change.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{t('erase.text')}</p>
      <ul className="bullets">
        <li>{t('erase.records')}</li>
        <li>{t('erase.connection')}</li>
      </ul>
      <p>{t('erase.stays')}</p>
      <p>
        {t('erase.typeName')} <code>{name}</code>
      </p>
      <Field
        label={t('erase.name')}
        required
        autoComplete="off"
        spellCheck={false}
        error={isOther ? t('erase.otherName') : undefined}
        value={typed}
        onValue={setTyped}
      />
      <ReasonField value={reason} onValue={setReason} />
      {change.failure && <FailureNotice failure={change.failure} />}
    </Confirm>
  );
}
