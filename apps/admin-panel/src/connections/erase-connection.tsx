import type { FullConnection } from '../api/representations';
import { useText } from '../language/use-language';
import type { Action, Fields } from '../ui/action';
import { Field } from '../ui/field';

/** Erases a connection that a newer one has replaced. The name must be typed, because nothing brings it back. */
export const eraseConnection: Action<FullConnection, { name: string }> = {
  label: 'action.erase',
  title: 'erase.title',
  text: 'erase.text',
  done: 'erase.done',
  isDangerous: true,
  start: () => ({ name: '' }),
  Fields: EraseFields,
  check: ({ name }, typed) => (typed.name.trim() === name ? null : { pointer: '/name', text: 'erase.otherName' }),
  needsReason: true,
  request: ({ id }) => ['POST', `connections/${id}/erase`],
  leadsTo: '/connections?status=inactive',
};

function EraseFields({ subject: { name }, typed, set, errors }: Fields<FullConnection, { name: string }>) {
  const t = useText();
  return (
    <>
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
        error={errors['/name']}
        value={typed.name}
        onValue={(value) => set({ name: value })}
      />
    </>
  );
}
