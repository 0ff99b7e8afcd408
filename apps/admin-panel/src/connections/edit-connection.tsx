import { useState } from 'react';
import type { FullConnection } from '../api/representations';
import { useText } from '../language/use-language';
import { Confirm } from '../ui/confirm';
import { FailureNotice } from '../ui/failure-notice';
import { Field, TextArea } from '../ui/field';
import { useNotices } from '../ui/notices';
import { useChange } from '../data/use-change';
import { parseObject } from './parse-object';

/** Changes the name, and what an embedding system has stored in `meta`. */
export function EditConnection({ connection, onClose }: { connection: FullConnection; onClose: () => void }) {
  const t = useText();
  const { announce } = useNotices();
  const stored = JSON.stringify(connection.meta, null, 2);
  const [name, setName] = useState(connection.name);
  const [meta, setMeta] = useState(stored);
  const [isMetaWrong, setIsMetaWrong] = useState(false);
  const change = useChange<FullConnection>((saved) => {
    announce(t('edit.saved', { name: saved.name }));
    onClose();
  });
  const save = () => {
    const parsed = parseObject(meta);
    setIsMetaWrong(parsed === null);
    // Only the fields that changed here, so another user's change made meanwhile stays.
    const changed = { ...(name !== connection.name && { name: name.trim() }), ...(meta !== stored && { meta: parsed }) };
    if (parsed !== null) change.run('PATCH', `connections/${connection.id}`, changed);
  };
  const fields = change.failure?.fields ?? {};
  return (
    <Confirm
      title={t('edit.title', { name: connection.name })}
      action={t('save')}
      isPending={change.isPending}
      onConfirm={save}
      onClose={onClose}
    >
      <Field label={t('edit.name')} required maxLength={200} autoComplete="off" error={fields['/name']} value={name} onValue={setName} />
      <TextArea
        label={t('edit.meta')}
        hint={t('edit.metaHint')}
        error={isMetaWrong ? t('edit.metaWrong') : fields['/meta']}
        rows={8}
        spellCheck={false}
        value={meta}
        onValue={setMeta}
      />
      {change.failure && <FailureNotice failure={change.failure} />}
    </Confirm>
  );
}
