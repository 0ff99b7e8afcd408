import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { SearchGroup } from '../api/representations';
import { useText } from '../language/use-language';
import { FailureNotice } from '../ui/failure-notice';
import { Loading } from '../ui/loaded';
import { Hits } from './hits';
import { useSearch } from './use-search';

const maxLength = 254;
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

const hitsIn = (groups: readonly SearchGroup[] = []) => groups.reduce((sum, { hits }) => sum + hits.length, 0);

/** Finds what a text names and leads there. The focus stays in the field; arrows choose, Enter opens. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState({ typed: '', at: 0 });
  const { isTooShort, groups, failure, retry } = useSearch(typed);
  const count = hitsIn(groups);
  const at = active.typed === typed ? active.at : 0;
  // Closed while it is still in the page: a dialog that is only removed does not give the focus back.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  // The browser would only empty the field.
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onClose();
  };
  return (
    <dialog ref={dialog} className="search" aria-label={t('search.title')} onClose={onClose} onKeyDown={closeOnEscape}>
      <div className="search-head">
        <SearchInput id={id} typed={typed} onType={setTyped} count={count} at={at} onActive={(next) => setActive({ typed, at: next })} />
        <button type="button" className="quiet" onClick={onClose}>
          {t('close')}
        </button>
      </div>
      <p className="hint" id={`${id}-hint`}>
        {t('search.hint')}
      </p>
      {failure && <FailureNotice failure={failure} retry={retry} />}
      {!isTooShort && !groups && !failure && <Loading />}
      <p className={count > 0 ? 'unseen' : 'hint'} role="status">
        {isTooShort ? typed !== '' && t('search.short') : groups && t(count > 0 ? 'search.found' : 'search.none', { count })}
      </p>
      {groups && count > 0 && <Hits id={id} groups={groups} active={at} onOpen={onClose} />}
    </dialog>
  );
}

interface SearchInputProps {
  /** Of the dialog, whose hint and hits have ids that begin with it. */
  id: string;
  typed: string;
  onType: (typed: string) => void;
  /** Of the hits. */
  count: number;
  /** Place of the active hit. */
  at: number;
  onActive: (at: number) => void;
}

/** A combobox that keeps the focus: a screen reader hears the active hit. */
function SearchInput({ id, typed, onType, count, at, onActive }: SearchInputProps) {
  const t = useText();
  const hits = count > 0;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!hits || event.nativeEvent.isComposing || (step === undefined && event.key !== 'Enter')) return;
    event.preventDefault();
    if (step === undefined) return document.getElementById(`${id}-${at}`)?.click();
    const next = (at + step + count) % count;
    onActive(next);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <input
      type="search"
      role="combobox"
      aria-label={t('search.title')}
      aria-describedby={`${id}-hint`}
      aria-autocomplete="list"
      aria-expanded={hits}
      aria-controls={hits ? `${id}-hits` : undefined}
      aria-activedescendant={hits ? `${id}-${at}` : undefined}
      autoComplete="off"
      spellCheck={false}
      maxLength={maxLength}
      value={typed}
      onChange={({ target }) => onType(target.value)}
      onKeyDown={onKeyDown}
    />
  );
}
