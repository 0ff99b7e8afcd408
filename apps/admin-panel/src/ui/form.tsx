import type { FormEvent, ReactNode } from 'react';

/** Submits to a function. The browser checks required fields and patterns first, in the language of the browser. */
export function Form({ onSubmit, children, className = 'form' }: { onSubmit: () => void; children: ReactNode; className?: string }) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form className={className} onSubmit={submit}>
      {children}
    </form>
  );
}
