import type { FullConnection } from '../api/representations';
import { useText } from '../language/use-language';
import type { Action, Fields } from '../ui/action';
import { Field, TextArea } from '../ui/field';
import { parseObject } from './parse-object';

interface Typed {
  name: string;
  /** JSON. */
  meta: string;
}

const start = ({ name, meta }: FullConnection): Typed => ({ name, meta: JSON.stringify(meta, null, 2) });

/** Changes the name, and what an embedding system has stored in `meta`. */
export const editConnection: Action<FullConnection, Typed> = {
  label: 'action.edit',
  title: 'edit.title',
  confirm: 'save',
  done: 'edit.saved',
  start,
  Fields: EditFields,
  check: (_, { meta }) => (parseObject(meta) === null ? { pointer: '/meta', text: 'edit.metaWrong' } : null),
  request: (connection, { name, meta }) => {
    const stored = start(connection);
    // Only the fields that changed here, so another user's change made meanwhile stays.
    const changed = { ...(name !== stored.name && { name: name.trim() }), ...(meta !== stored.meta && { meta: parseObject(meta) }) };
    return ['PATCH', `connections/${connection.id}`, changed];
  },
};

function EditFields({ typed: { name, meta }, set, errors }: Fields<FullConnection, Typed>) {
  const t = useText();
  return (
    <>
      <Field
        label={t('edit.name')}
        required
        maxLength={200}
        autoComplete="off"
        error={errors['/name']}
        value={name}
        onValue={(typed) => set({ name: typed })}
      />
      <TextArea
        label={t('edit.meta')}
        hint={t('edit.metaHint')}
        error={errors['/meta']}
        rows={8}
        spellCheck={false}
        value={meta}
        onValue={(typed) => set({ meta: typed })}
      />
    </>
  );
}
