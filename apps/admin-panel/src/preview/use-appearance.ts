import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-appearance'] });
  return () => observer.disconnect();
}

/** The chosen appearance of the panel: `auto`, `light` or `dark`. */
export function useAppearance(): string {
  return useSyncExternalStore(subscribe, () => document.documentElement.dataset.appearance ?? 'auto');
}
