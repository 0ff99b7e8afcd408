import { useState } from 'react';
import type { FullConnection } from '../api/representations';
import { useText } from '../language/use-language';
import { Confirm } from '../ui/confirm';
import { FailureNotice } from '../ui/failure-notice';
import { Field } from '../ui/field';
import { useNotices } from '../ui/notices';
import { useChange } from '../ui/use-change';
import { credentialFieldsOf } from './credential-fields';

/** New credentials under the same id. The service asks the shop first, and stores only what the shop confirms. */
export function ReplaceCredentials({ connection, onClose }: { connection: FullConnection; onClose: () => void }) {
  const t = useText();
  const { announce } = useNotices();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const change = useChange(() => {
    announce(t('credentials.done'));
    onClose();
  });
  const fields = credentialFieldsOf(connection.system);
  const credentials = Object.fromEntries(fields.map(({ name }) => [name, (typed[name] ?? '').trim()]));
  return (
    <Confirm
      title={t('credentials.title', { name: connection.name })}
      action={t('credentials.verify')}
      isPending={change.isPending}
      onConfirm={() => change.run('PUT', `connections/${connection.id}/credentials`, { credentials })}
      onClose={onClose}
    >
      <p>{t('credentials.text', { address: connection.base_url ?? '' })}</p>
      {fields.map(({ name, label }) => (
        <Field
          key={name}
          label={label}
          type="password"
          // Not the administrator's own password, which a browser might fill in or offer to keep.
          autoComplete="off"
          required
          value={typed[name] ?? ''}
          onValue={(value) => setTyped({ ...typed, [name]: value })}
        />
      ))}
      {change.isPending && <p role="status">{t('credentials.asking')}</p>}
      {change.failure && <FailureNotice failure={change.failure} />}
      {change.failure?.kind === 'unverified' && (
        <ul className="advice">
          <li>{t('credentials.adviceKeys')}</li>
          <li>{t('credentials.adviceShop')}</li>
          <li>{t('credentials.adviceAccount')}</li>
        </ul>
      )}
    </Confirm>
  );
}
