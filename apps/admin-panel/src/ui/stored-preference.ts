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
