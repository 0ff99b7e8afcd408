import { useCallback, useEffect } from 'react';
import { useText } from '../language/use-language';
import { useDialogs } from '../ui/dialogs';
import { SearchDialog } from './search-dialog';
import { useSlash } from './use-slash';

const shortcut = /Mac|iP(?:hone|ad|od)/.test(navigator.platform) ? '⌘K' : 'Ctrl+K';
const fields = 'input, textarea, select, [contenteditable]';

/** `/` only where it is not typed, and not switched off. Which keys it takes differs by keyboard, so Shift does not matter. */
function isShortcut({ key, metaKey, ctrlKey, altKey, target }: KeyboardEvent, hasSlash: boolean): boolean {
  if (altKey) return false;
  if (metaKey || ctrlKey) return key.toLowerCase() === 'k';
  return hasSlash && key === '/' && !(target instanceof Element && target.matches(fields));
}

/** Opens the search, from every screen also by key. */
export function SearchButton() {
  const t = useText();
  const openDialog = useDialogs();
  const [hasSlash] = useSlash();
  const open = useCallback(() => openDialog((onClose) => <SearchDialog onClose={onClose} />), [openDialog]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isShortcut(event, hasSlash)) return;
      event.preventDefault();
      // What is typed into an open dialog must not be lost.
      if (!document.querySelector('dialog[open]')) open();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open, hasSlash]);
  const keys = `Control+K Meta+K${hasSlash ? ' /' : ''}`;
  return (
    <button type="button" className="search-button" aria-haspopup="dialog" aria-keyshortcuts={keys} onClick={open}>
      {t('search.open')} <kbd aria-hidden="true">{shortcut}</kbd>
    </button>
  );
}
