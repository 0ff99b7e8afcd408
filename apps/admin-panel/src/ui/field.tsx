import { useId, type InputHTMLAttributes, type TextareaHTMLAttributes } from 'react';
import { Said } from '../language/said';
import { useText } from '../language/use-language';

interface Labelled {
  label: string;
  hint?: string;
  error?: string;
  value: string;
  onValue: (value: string) => void;
}

/** Ids that connect a control with what describes it. */
function useDescription({ hint, error }: { hint?: string; error?: string }) {
  const id = useId();
  const notes = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter((note) => note !== false);
  const control = { id, 'aria-describedby': notes.join(' ') || undefined, 'aria-invalid': error !== undefined || undefined };
  const below = (
    <>
      {hint !== undefined && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error !== undefined && (
        <span className="error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </>
  );
  return { id, control, below };
}

/** A labelled input. */
export function Field({ label, hint, error, value, onValue, ...input }: Labelled & Omit<InputHTMLAttributes<HTMLInputElement>, 'value'>) {
  const { id, control, below } = useDescription({ hint, error });
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input {...input} {...control} value={value} onChange={({ target }) => onValue(target.value)} />
      {below}
    </div>
  );
}

/** A labelled text of several lines. */
export function TextArea({
  label,
  hint,
  error,
  value,
  onValue,
  ...area
}: Labelled & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'value'>) {
  const { id, control, below } = useDescription({ hint, error });
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea {...area} {...control} value={value} onChange={({ target }) => onValue(target.value)} />
      {below}
    </div>
  );
}

interface ChoiceProps extends Labelled {
  required?: boolean;
  options: readonly (readonly [value: string, label: string])[];
}

/** A labelled choice of one. */
export function Choice({ label, hint, error, required, options, value, onValue }: ChoiceProps) {
  const { id, control, below } = useDescription({ hint, error });
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select required={required} {...control} value={value} onChange={({ target }) => onValue(target.value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
      {below}
    </div>
  );
}

/** Why something is destroyed, for the audit log. */
export function ReasonField({ value, onValue }: { value: string; onValue: (value: string) => void }) {
  const t = useText();
  return <Field label={t('reason')} hint={t('reasonHint')} required minLength={3} maxLength={500} value={value} onValue={onValue} />;
}

/** An input for a secret of a shop. The document alone holds what is typed: React would write a value that it knows into an attribute, too. */
export function SecretField({ name, label }: { name: string; label: string }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>
        <Said text={label} />
      </label>
      <input id={id} name={name} type="password" autoComplete="off" spellCheck={false} required />
    </div>
  );
}
