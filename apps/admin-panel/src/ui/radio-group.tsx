import { useId } from 'react';

interface RadioGroupProps {
  legend: string;
  error?: string;
  options: readonly { value: string; label: string; hint?: string }[];
  /** Empty: none is chosen yet. */
  value: string;
  onValue: (value: string) => void;
}

/** A choice of one, all of which are shown. The browser asks for one before a form is sent. */
export function RadioGroup({ legend, error, options, value, onValue }: RadioGroupProps) {
  const name = useId();
  return (
    <fieldset aria-describedby={error === undefined ? undefined : `${name}-error`}>
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className="option">
          <input type="radio" name={name} required checked={option.value === value} onChange={() => onValue(option.value)} />
          <span>
            {option.label}
            {option.hint !== undefined && <span className="hint">{option.hint}</span>}
          </span>
        </label>
      ))}
      {error !== undefined && (
        <p className="error" id={`${name}-error`} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
