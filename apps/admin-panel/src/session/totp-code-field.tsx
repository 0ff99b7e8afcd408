import { useText } from '../language/use-language';
import { Field } from '../ui/field';

interface TotpCodeFieldProps {
  label?: string;
  value: string;
  onValue: (value: string) => void;
  error: string | undefined;
}

/** The six digits of an authenticator app, which many apps show in two groups. */
export function TotpCodeField({ label, ...props }: TotpCodeFieldProps) {
  const t = useText();
  const digits = { inputMode: 'numeric', autoComplete: 'one-time-code', pattern: '[0-9]{6}|[0-9]{3} [0-9]{3}' } as const;
  return <Field label={label ?? t('totp.code')} {...digits} required {...props} />;
}
