import { useText } from '../language/use-language';
import { Field } from './field';

/** Why something is destroyed, for the audit log. */
export function ReasonField({ value, onValue }: { value: string; onValue: (value: string) => void }) {
  const t = useText();
  return <Field label={t('reason')} hint={t('reasonHint')} required minLength={3} maxLength={500} value={value} onValue={onValue} />;
}
