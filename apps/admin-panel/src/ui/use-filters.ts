import { useSearchParams } from 'react-router';

/** Filters of a list, in the address of the screen, so that they can be shared and survive going back. */
export function useFilters<Name extends string>(names: readonly Name[]) {
  const [parameters, setParameters] = useSearchParams();
  const given = names.flatMap((name) => {
    const value = parameters.get(name);
    return value ? [[name, value] as const] : [];
  });
  return {
    filters: Object.fromEntries(given) as Partial<Record<Name, string>>,
    /** An empty value removes the filter. */
    setFilter: (name: Name, value: string) =>
      setParameters(
        (before) => {
          const next = new URLSearchParams(before);
          if (value === '') next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: true },
      ),
    reset: () => setParameters({}, { replace: true }),
  };
}
