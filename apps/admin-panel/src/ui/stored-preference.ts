import { useSyncExternalStore } from 'react';

const prefix = 'admin-panel.';

/** Null when there is none, or the browser keeps nothing for this page. */
export function stored(name: string): string | null {
  try {
    return localStorage.getItem(prefix + name);
  } catch {
    return null;
  }
}

/** Does nothing when the browser keeps nothing for this page. */
export function store(name: string, value: string): void {
  try {
    localStorage.setItem(prefix + name, value);
  } catch {
    // The choice then lasts as long as the page.
  }
}

const chosen = new Map<string, string>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A choice of one of the values, the first unless another is kept. Every part of the page that shows it follows. */
export function usePreference<Value extends string>(name: string, values: readonly [Value, ...Value[]]) {
  const kept = useSyncExternalStore(subscribe, () => chosen.get(name) ?? stored(name));
  const choose = (value: Value) => {
    chosen.set(name, value);
    store(name, value);
    for (const listener of listeners) listener();
  };
  return [values.find((one) => one === kept) ?? values[0], choose] as const;
}
