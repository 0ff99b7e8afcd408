import type { FullConnection } from '../api/representations';
import { useExamination } from '../create-connection/use-examination';
import { WhyUnverified } from '../create-connection/why-unverified';
import { useChange } from '../data/use-change';
import { useText } from '../language/use-language';
import { Confirm } from '../ui/confirm';
import { FailureNotice } from '../ui/failure-notice';
import { SecretField } from '../ui/field';
import { useNotices } from '../ui/notices';
import { credentialFieldsOf, enteredCredentials } from './credential-fields';

/** New credentials under the same id. The service asks the shop first, and stores only what the shop confirms. */
export function ReplaceCredentials({ connection, onClose }: { connection: FullConnection; onClose: () => void }) {
  const t = useText();
  const { announce } = useNotices();
  const change = useChange(() => {
    announce(t('credentials.done'));
    onClose();
  });
  const { enter, examination } = useExamination(change.failure);
  const fields = credentialFieldsOf(connection.system);
  const verify = (values: FormData) => {
    const credentials = enteredCredentials(values, fields);
    enter({ system_slug: connection.system?.slug ?? '', base_url: connection.base_url ?? '', credentials });
    change.run('PUT', `connections/${connection.id}/credentials`, { credentials });
  };
  return (
    <Confirm
      title={t('credentials.title', { name: connection.name })}
      action={t('credentials.verify')}
      isPending={change.isPending}
      onConfirm={verify}
      onClose={onClose}
    >
      <p>{t('credentials.text', { address: connection.base_url ?? '' })}</p>
      {fields.map(({ name, label }) => (
        <SecretField key={name} name={name} label={label} />
      ))}
      {change.isPending && <p role="status">{t('credentials.asking')}</p>}
      {change.failure?.kind === 'unverified' && (
        <>
          <WhyUnverified examination={examination} />
          <p className="hint">{t('credentials.otherShop')}</p>
        </>
      )}
      {change.failure && change.failure.kind !== 'unverified' && <FailureNotice failure={change.failure} />}
    </Confirm>
  );
}
