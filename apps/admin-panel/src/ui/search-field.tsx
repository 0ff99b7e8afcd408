import { useEffect, useState } from 'react';
import { Field } from './field';

const pauseMs = 350;
const minLength = 3;

/** Searches when the typing pauses. Fewer than three characters search nothing, because the API has no index for them. */
export function SearchField({
  label,
  hint,
  value,
  onSearch,
}: {
  label: string;
  hint: string;
  value: string;
  onSearch: (text: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    const wanted = typed.trim().length < minLength ? '' : typed.trim();
    if (wanted === value || (wanted === '' && typed !== '' && value === '')) return undefined;
    const timer = setTimeout(() => onSearch(wanted), pauseMs);
    return () => clearTimeout(timer);
    // The function is a new one at each render.
  }, [typed, value]);
  return <Field label={label} hint={hint} type="search" autoComplete="off" spellCheck={false} value={typed} onValue={setTyped} />;
}
