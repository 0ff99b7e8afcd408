import { useId } from 'react';

/** An input for a secret of a shop. The document alone holds what is typed: React would write a value that it knows into an attribute, too. */
export function SecretField({ name, label }: { name: string; label: string }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id} lang="en">
        {label}
      </label>
      <input id={id} name={name} type="password" autoComplete="off" spellCheck={false} required />
    </div>
  );
}
