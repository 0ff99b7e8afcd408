import type { FormEvent, ReactNode } from 'react';

interface FormProps {
  /** Gets the values of the inputs that have a name. */
  onSubmit: (values: FormData) => void;
  children: ReactNode;
  className?: string;
}

/** Submits to a function. The browser checks required fields and patterns first, in the language of the browser. */
export function Form({ onSubmit, children, className = 'form' }: FormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(new FormData(event.currentTarget));
  };
  return (
    <form className={className} onSubmit={submit}>
      {children}
    </form>
  );
}
