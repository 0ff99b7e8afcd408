import { useId } from 'react';
import type { ConfigurationField } from '../api/representations';
import { useText } from '../language/use-language';
import { Choice } from '../ui/field';

interface ConfigurationInputProps {
  field: ConfigurationField;
  error?: string;
  chosen: readonly string[];
  onChoose: (values: readonly string[]) => void;
}

/** One field of a connection's configuration: a list to choose from, or its options with their hints. */
export function ConfigurationInput(props: ConfigurationInputProps) {
  const { field, error, chosen, onChoose } = props;
  const t = useText();
  if (field.type !== 'select') return <Options {...props} />;
  const options = field.options.map(({ value, label }) => [value, label] as const);
  return (
    <Choice
      label={field.label}
      hint={field.options.find(({ value }) => value === chosen[0])?.hint ?? field.hint}
      error={error}
      required={field.required}
      options={field.required && chosen.length > 0 ? options : [['', t('none')], ...options]}
      value={chosen[0] ?? ''}
      onValue={(value) => onChoose(value === '' ? [] : [value])}
    />
  );
}

function Options({ field: { name, label, hint, type, required, options }, error, chosen, onChoose }: ConfigurationInputProps) {
  const id = useId();
  const toggled = (value: string, isChecked: boolean) =>
    options.map((option) => option.value).filter((one) => (one === value ? isChecked : chosen.includes(one)));
  return (
    <fieldset aria-describedby={`${id}-notes`}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="option">
          <input
            type={type === 'radio' ? 'radio' : 'checkbox'}
            name={`${id}-${name}`}
            required={type === 'radio' && required}
            checked={chosen.includes(option.value)}
            onChange={({ target }) => onChoose(type === 'radio' ? [option.value] : toggled(option.value, target.checked))}
          />
          <span>
            {option.label}
            {option.hint !== undefined && <span className="hint">{option.hint}</span>}
          </span>
        </label>
      ))}
      <div id={`${id}-notes`}>
        {hint !== undefined && <span className="hint">{hint}</span>}
        {error !== undefined && <span className="error">{error}</span>}
      </div>
    </fieldset>
  );
}
