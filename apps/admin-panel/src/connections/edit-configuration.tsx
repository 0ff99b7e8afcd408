import { useState } from 'react';
import type { ConfigurationForm, FullConnection, SavedConfiguration } from '../api/representations';
import { useText } from '../language/use-language';
import { Confirm } from '../ui/confirm';
import { FailureNotice } from '../ui/failure-notice';
import { useNotices } from '../ui/notices';
import { useChange } from '../data/use-change';
import { changedFields, draftOf, fieldError } from './configuration-draft';
import { ConfigurationInput } from './configuration-input';

interface EditConfigurationProps {
  connection: FullConnection;
  form: ConfigurationForm;
  onClose: () => void;
}

/** The form of the configuration widget. Sends only what was changed here. */
export function EditConfiguration({ connection, form, onClose }: EditConfigurationProps) {
  const t = useText();
  const { announce } = useNotices();
  const [draft, setDraft] = useState(() => draftOf(form));
  const change = useChange<SavedConfiguration>(() => {
    announce(t('configuration.saved'));
    onClose();
  });
  const save = () => {
    const configuration = changedFields(form, draft);
    // A save derives rules again and is in the audit log, so there must be something to save.
    if (Object.keys(configuration).length === 0) return onClose();
    return change.run('PATCH', `connections/${connection.id}/configuration`, { configuration });
  };
  return (
    <Confirm
      title={t('configuration.title', { name: connection.name })}
      action={t('save')}
      isPending={change.isPending}
      onConfirm={save}
      onClose={onClose}
    >
      <p>{t('configuration.text')}</p>
      <div className="form" lang="en">
        {(form.schema?.fields ?? []).map((field) => (
          <ConfigurationInput
            key={field.name}
            field={field}
            error={fieldError(change.failure?.fields ?? {}, field.name)}
            chosen={draft[field.name] ?? []}
            onChoose={(values) => setDraft({ ...draft, [field.name]: values })}
          />
        ))}
      </div>
      {change.failure && <FailureNotice failure={change.failure} />}
    </Confirm>
  );
}
