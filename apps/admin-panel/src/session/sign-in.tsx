import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../language/use-language';
import { FailureNotice } from '../ui/failure-notice';
import { Field } from '../ui/field';
import { Form } from '../ui/form';
import { usePageTitle } from '../ui/page';
import { signIn, type SignInInput } from './session';
import { SignInFrame } from './sign-in-frame';

/** `notice`: why the user, who was signed in before, is so no more. */
export function SignIn({ notice }: { notice: 'signIn.out' | 'signIn.over' | null }) {
  const t = useText();
  const [input, setInput] = useState<SignInInput>({ login: '', password: '', code: '' });
  // The variables hold the password: the cache drops them together with the form.
  const { mutate, isPending, error } = useMutation({ mutationFn: signIn, gcTime: 0 });
  const heading = usePageTitle(t('signIn.title'));
  const bind = (name: keyof SignInInput) => ({ value: input[name], onValue: (value: string) => setInput({ ...input, [name]: value }) });
  return (
    <SignInFrame isOutside>
      <Form onSubmit={() => mutate({ ...input, code: input.code.replace(/\s/g, '') })}>
        <h1 ref={heading} tabIndex={-1}>
          {t('signIn.title')}
        </h1>
        {notice && !error && (
          <p className="notice" role="status">
            {t(notice)}
          </p>
        )}
        {error && <FailureNotice failure={error} />}
        <Field label={t('signIn.login')} autoComplete="username" autoCapitalize="none" spellCheck={false} required {...bind('login')} />
        <Field label={t('signIn.password')} type="password" autoComplete="current-password" required {...bind('password')} />
        <Field
          label={t('signIn.code')}
          hint={t('signIn.codeHint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]{6}|[0-9]{3} [0-9]{3}"
          {...bind('code')}
        />
        <button className="primary" disabled={isPending}>
          {t('signIn.submit')}
        </button>
      </Form>
    </SignInFrame>
  );
}
