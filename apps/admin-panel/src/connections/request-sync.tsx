import type { FullConnection, RecordKind } from '../api/representations';
import { useText } from '../language/use-language';
import type { Action, Fields } from '../ui/action';
import { KindsChoice } from './kinds-choice';

const modes = ['delta', 'full', 'reconcile'] as const;

interface Wanted {
  kinds: readonly RecordKind[];
  mode: (typeof modes)[number];
}

/** Asks what to import, and how much of it. */
export const requestSync: Action<FullConnection, Wanted> = {
  label: 'action.sync',
  title: 'action.syncTitle',
  done: 'action.syncDone',
  start: ({ capabilities }) => ({ kinds: capabilities, mode: 'delta' }),
  Fields: SyncFields,
  check: (_, { kinds }) => (kinds.length === 0 ? { pointer: '', text: 'action.syncNothing' } : null),
  request: ({ id }, { kinds, mode }) => ['POST', `connections/${id}/syncs`, { capabilities: kinds, mode }],
};

function SyncFields({ subject, typed, set }: Fields<FullConnection, Wanted>) {
  const t = useText();
  return (
    <>
      <KindsChoice legend={t('action.syncWhat')} kinds={subject.capabilities} chosen={typed.kinds} onChoose={(kinds) => set({ kinds })} />
      <fieldset>
        <legend>{t('action.syncMode')}</legend>
        {modes.map((mode) => (
          <label key={mode} className="option">
            <input type="radio" name="mode" checked={typed.mode === mode} onChange={() => set({ mode })} />
            {t(`action.${mode}`)}
          </label>
        ))}
      </fieldset>
    </>
  );
}
