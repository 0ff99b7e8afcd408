import { useState } from 'react';
import { useText } from '../language/use-language';
import { FailureNotice } from '../ui/failure-notice';
import { Field } from '../ui/field';
import { Form } from '../ui/form';
import { useChange } from '../data/use-change';
import { useNotices } from '../ui/notices';
import { useRefusedFields } from '../ui/use-refused-fields';

const empty = { current: '', next: '', again: '' };

/** What is typed, and the change once both new passwords are the same. */
function usePasswordChange() {
  const t = useText();
  const [input, setInput] = useState(empty);
  const [differs, setDiffers] = useState(false);
  const { announce } = useNotices();
  const change = useChange(() => {
    setInput(empty);
    announce(t('password.changed'));
  });
  const submit = () => {
    setDiffers(input.next !== input.again);
    if (input.next !== input.again) return;
    change.run('PUT', 'me/password', { current_password: input.current, new_password: input.next });
  };
  const bind = (name: keyof typeof empty) => ({ value: input[name], onValue: (value: string) => setInput({ ...input, [name]: value }) });
  return { change, differs, submit, bind };
}

/** `isFirst`: the generated password must be changed before anything else works. */
export function ChangePassword({ isFirst = false }: { isFirst?: boolean }) {
  const t = useText();
  const { change, differs, submit, bind } = usePasswordChange();
  const fields = useRefusedFields(change.failure);
  return (
    <Form onSubmit={submit}>
      {isFirst ? <h1>{t('password.title')}</h1> : <h2>{t('password.title')}</h2>}
      {isFirst && <p>{t('password.first')}</p>}
      {change.failure && <FailureNotice failure={change.failure} />}
      <Field
        label={t('password.current')}
        type="password"
        autoComplete="current-password"
        required
        error={fields['/current_password']}
        {...bind('current')}
      />
      <Field
        label={t('password.next')}
        hint={t('password.rule')}
        type="password"
        autoComplete="new-password"
        minLength={12}
        maxLength={128}
        required
        error={fields['/new_password']}
        {...bind('next')}
      />
      <Field
        label={t('password.again')}
        type="password"
        autoComplete="new-password"
        required
        error={differs ? t('password.differs') : undefined}
        {...bind('again')}
      />
      <button className="primary" disabled={change.isPending}>
        {t('password.submit')}
      </button>
    </Form>
  );
}
