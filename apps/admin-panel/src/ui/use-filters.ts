import { useSearchParams } from 'react-router';

/** The filters that are set, as an address has them. */
export function addressOf(filters: Readonly<Record<string, string>>): string {
  return new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== '')).toString();
}

/** Filters of a list, in the address of the screen, so that they can be shared and survive going back. */
export function useFilters<Name extends string>(names: readonly Name[]) {
  const [parameters, setParameters] = useSearchParams();
  const given = names.flatMap((name) => {
    const value = parameters.get(name);
    return value ? [[name, value] as const] : [];
  });
  /** An empty value removes a filter. */
  const setFilters = (values: Readonly<Record<string, string>>) =>
    setParameters(
      () => {
        // What a render knows may be old: another filter may have been set since.
        const next = new URLSearchParams(window.location.hash.split('?')[1]);
        for (const [name, value] of Object.entries(values))
          if (value === '') next.delete(name);
          else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return {
    filters: Object.fromEntries(given) as Partial<Record<Name, string>>,
    setFilter: (name: Name, value: string) => setFilters({ [name]: value }),
    setFilters,
    reset: () => setParameters({}, { replace: true }),
  };
}
