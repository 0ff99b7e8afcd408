import { createContext, useCallback, useContext, useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';

type Dialog = (onClose: () => void) => ReactNode;

const DialogsContext = createContext<((dialog: Dialog) => void) | null>(null);

/** Holds the open dialog, which so outlives the row or the notice whose button opened it. It closes with the screen. */
export function DialogsProvider({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const [opened, setOpened] = useState<{ dialog: Dialog; screen: string } | null>(null);
  const open = useCallback((dialog: Dialog) => setOpened({ dialog, screen: pathname }), [pathname]);
  const close = useCallback(() => setOpened(null), []);
  useEffect(() => close, [close, pathname]);
  return (
    <DialogsContext value={open}>
      {children}
      {opened?.screen === pathname && opened.dialog(close)}
    </DialogsContext>
  );
}

/** Opens a dialog, which gets a function that closes it. */
export function useDialogs(): (dialog: Dialog) => void {
  const open = useContext(DialogsContext);
  if (!open) throw new Error('Outside of DialogsProvider');
  return open;
}
