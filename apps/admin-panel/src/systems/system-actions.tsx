import { shownCapabilities } from '@sync/platforms';
import type { SystemDetails } from '../api/representations';
import { KindsChoice } from '../connections/kinds-choice';
import { useText } from '../language/use-language';
import type { Action, Fields } from '../ui/action';
import { Field } from '../ui/field';

type Typed = Pick<SystemDetails, 'slug' | 'name' | 'capabilities'>;

/** Creates a direct system. */
export const createSystem: Action<undefined, Typed> = {
  label: 'systems.create',
  title: 'systems.create',
  confirm: 'save',
  done: 'tenants.created',
  start: () => ({ slug: '', name: '', capabilities: [] }),
  Fields: SystemFields,
  request: (_, { slug, name, capabilities }) => ['POST', 'systems', { slug, name: name.trim(), capabilities }],
};

export const editSystem: Action<SystemDetails, Typed> = {
  label: 'users.edit',
  title: 'users.editTitle',
  confirm: 'save',
  done: 'users.saved',
  start: (system) => system,
  Fields: SystemFields,
  request: ({ id }, { name, capabilities }) => ['PATCH', `systems/${id}`, { name: name.trim(), capabilities }],
};

export const deleteSystem: Action<SystemDetails> = {
  label: 'tenants.delete',
  title: 'tenants.deleteTitle',
  text: 'systems.deleteText',
  done: 'tenants.deleted',
  isDangerous: true,
  request: ({ id }) => ['DELETE', `systems/${id}`],
};

function SystemFields({ subject: system, typed: { slug, name, capabilities }, set }: Fields<SystemDetails | undefined, Typed>) {
  const t = useText();
  // The order of what the system gives is the one in which it is shown everywhere.
  const kinds = [...new Set([...(system?.capabilities ?? []), ...shownCapabilities])];
  return (
    <>
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
    </>
  );
}
