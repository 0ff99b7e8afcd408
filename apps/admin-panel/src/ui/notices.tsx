import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useText } from '../language/use-language';

const shownMs = 8_000;

const NoticesContext = createContext<{ announce: (text: string) => void } | null>(null);

/** One live region for what has been done. It disappears by itself, so it says nothing that is needed later. */
export function NoticesProvider({ children }: { children: ReactNode }) {
  const t = useText();
  const [notice, setNotice] = useState<{ text: string } | null>(null);
  const announce = useCallback((text: string) => setNotice({ text }), []);
  const state = useMemo(() => ({ announce }), [announce]);
  useEffect(() => {
    if (!notice) return undefined;
    const timer = setTimeout(() => setNotice(null), shownMs);
    return () => clearTimeout(timer);
  }, [notice]);
  return (
    <NoticesContext value={state}>
      {children}
      <div className="toasts" role="status">
        {notice && (
          <div className="toast">
            {notice.text}
            <button type="button" className="quiet" aria-label={t('close')} onClick={() => setNotice(null)}>
              ×
            </button>
          </div>
        )}
      </div>
    </NoticesContext>
  );
}

export function useNotices(): { announce: (text: string) => void } {
  const state = useContext(NoticesContext);
  if (!state) throw new Error('Outside of NoticesProvider');
  return state;
}
