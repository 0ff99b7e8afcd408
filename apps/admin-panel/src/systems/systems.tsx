import type { SystemDetails } from '../api/representations';
import { useText, type Translate } from '../language/use-language';
import { useIsSuperAdmin } from '../session/session';
import { ActionButton } from '../ui/action-button';
import { Listing, type Columns } from '../ui/listing';
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
        columns={{ ...columns(t), ...(isSuperAdmin && actions) }}
        empty={t('systems.empty')}
      />
    </Page>
  );
}

const columns = (t: Translate): Columns<SystemDetails> => ({
  'tenants.name': ({ name, slug }) => (
    <>
      {name}
      <code className="hint">{slug}</code>
    </>
  ),
  'systems.kind': ({ is_direct: isDirect }) => t(isDirect ? 'systems.direct' : 'systems.platform'),
  'systems.capabilities': ({ capabilities }) => capabilities.map((kind) => t(`records.${kind}`)).join(', ') || t('none'),
  'connections.created': ({ created_at }) => <At at={created_at} />,
});

const actions: Columns<SystemDetails> = {
  'connection.actions': (system) => (
    <div className="buttons">
      <ActionButton action={editSystem} of={system} />
      {system.is_direct && <ActionButton action={deleteSystem} of={system} className="quiet" />}
    </div>
  ),
};
