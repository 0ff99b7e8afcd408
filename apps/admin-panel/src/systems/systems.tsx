import type { SystemDetails } from '../api/representations';
import { type Translate, useText } from '../language/use-language';
import { useIsSuperAdmin } from '../session/session';
import { ActionButton } from '../ui/action-button';
import { type Column, Listing } from '../ui/listing';
import { Page } from '../ui/page';
import { At } from '../ui/time';
import { createSystem, deleteSystem, editSystem } from './system-actions';

/** Shop platforms, which come with the service, and direct systems, which are its callers. */
export function Systems() {
  const t = useText();
  const isSuperAdmin = useIsSuperAdmin();
  return (
    <Page title={t('nav.systems')} aside={isSuperAdmin && <ActionButton action={createSystem} of={undefined} className="primary" />}>
      <Listing<SystemDetails>
        resource="systems"
        caption={t('nav.systems')}
        columns={isSuperAdmin ? [...columns(t), actions(t)] : columns(t)}
        empty={t('systems.empty')}
      />
    </Page>
  );
}

const columns = (t: Translate): Column<SystemDetails>[] => [
  {
    heading: t('tenants.name'),
    cell: ({ name, slug }) => (
      <>
        {name}
        <code className="hint">{slug}</code>
      </>
    ),
  },
  { heading: t('systems.kind'), cell: ({ is_direct: isDirect }) => t(isDirect ? 'systems.direct' : 'systems.platform') },
  {
    heading: t('systems.capabilities'),
    cell: ({ capabilities }) => capabilities.map((kind) => t(`records.${kind}`)).join(', ') || t('none'),
  },
  { heading: t('connections.created'), cell: ({ created_at }) => <At at={created_at} /> },
];

const actions = (t: Translate): Column<SystemDetails> => ({
  heading: t('connection.actions'),
  cell: (system) => (
    <div className="buttons">
      <ActionButton action={editSystem} of={system} />
      {system.is_direct && <ActionButton action={deleteSystem} of={system} className="quiet" />}
    </div>
  ),
});
