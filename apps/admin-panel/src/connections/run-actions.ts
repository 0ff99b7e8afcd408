import type { SyncRun } from '../api/representations';
import type { LanguageState } from '../language/use-language';
import type { Action } from '../ui/action';

export const cancelRun: Action<SyncRun> = {
  label: 'action.cancelRun',
  title: ({ t }, { capability }) => t('action.cancelRunTitle', { records: t(`records.${capability}`) }),
  text: 'action.cancelRunText',
  done: 'action.cancelRunDone',
  isDangerous: true,
  request: ({ id }) => ['POST', `sync-runs/${id}/cancel`],
};

type HoldingRun = Pick<SyncRun, 'id' | 'capability' | 'deletions_held_back'>;

export const heldBack = ({ locale }: Pick<LanguageState, 'locale'>, { deletions_held_back: count }: HoldingRun) =>
  new Intl.NumberFormat(locale).format(count);

/** Deletes what a run found gone from the shop and held back, because it is so much. */
export const confirmDeletions: Action<HoldingRun> = {
  label: (language, run) => language.t('action.confirmDeletions', { count: heldBack(language, run) }),
  title: (language, run) =>
    language.t('action.confirmDeletionsTitle', { count: heldBack(language, run), records: language.t(`records.${run.capability}`) }),
  text: 'action.confirmDeletionsText',
  done: 'action.confirmDeletionsDone',
  isDangerous: true,
  needsReason: true,
  request: ({ id }) => ['POST', `sync-runs/${id}/confirm-deletions`],
};
