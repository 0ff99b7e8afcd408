import { shownCapabilities } from '@sync/platforms';
import { useState } from 'react';
import type { SystemDetails } from '../api/representations';
import { KindsChoice } from '../connections/kinds-choice';
import { useText } from '../language/use-language';
import { Confirm } from '../ui/confirm';
import { FailureNotice } from '../ui/failure-notice';
import { Field } from '../ui/field';
import { useNotices } from '../ui/notices';
import { useChange } from '../data/use-change';

const empty = { slug: '', name: '', capabilities: [] as SystemDetails['capabilities'] };

/** Changes a system; without one, creates a direct system. */
export function EditSystem({ system, onClose }: { system?: SystemDetails; onClose: () => void }) {
  const t = useText();
  const { announce } = useNotices();
  const [draft, setDraft] = useState(system ?? empty);
  const set = (part: Partial<typeof empty>) => setDraft({ ...draft, ...part });
  const { slug, name, capabilities } = draft;
  // The order of what the system gives is the one in which it is shown everywhere.
  const kinds = [...new Set([...(system?.capabilities ?? []), ...shownCapabilities])];
  const change = useChange<SystemDetails>(({ name: saved }) => {
    announce(t(system ? 'users.saved' : 'tenants.created', { name: saved }));
    onClose();
  });
  const save = () =>
    system
      ? change.run('PATCH', `systems/${system.id}`, { name: name.trim(), capabilities })
      : change.run('POST', 'systems', { slug, name: name.trim(), capabilities });
  return (
    <Confirm
      title={system ? t('users.editTitle', { name: system.name }) : t('systems.create')}
      action={t('save')}
      isPending={change.isPending}
      onConfirm={save}
      onClose={onClose}
    >
      <Field label={t('tenants.name')} required maxLength={100} autoComplete="off" value={name} onValue={(typed) => set({ name: typed })} />
      {!system && (
        <Field
          label={t('systems.slug')}
          hint={t('systems.slugHint')}
          required
          pattern="[a-z0-9][a-z0-9_\-]{0,62}"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          value={slug}
          onValue={(typed) => set({ slug: typed })}
        />
      )}
      <KindsChoice
        legend={t('systems.capabilities')}
        kinds={kinds}
        chosen={capabilities}
        onChoose={(chosen) => set({ capabilities: chosen })}
      />
      {system && !system.is_direct && <p className="hint">{t('systems.platformHint')}</p>}
      {change.failure && <FailureNotice failure={change.failure} />}
    </Confirm>
  );
}
