import { useState } from 'react';
import type { SystemDetails } from '../api/representations';
import { useText, type Translate } from '../language/use-language';
import { useIsSuperAdmin } from '../session/me';
import { ConfirmChange } from '../ui/confirm-change';
import { Listing, type Column } from '../ui/listing';
import { Page } from '../ui/page';
import { At } from '../ui/time';
import { EditSystem } from './edit-system';

type Asked = { ask: 'create' } | { ask: 'edit' | 'delete'; system: SystemDetails };

/** Shop platforms, which come with the service, and direct systems, which are its callers. */
export function Systems() {
  const t = useText();
  const isSuperAdmin = useIsSuperAdmin();
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  return (
    <Page
      title={t('nav.systems')}
      aside={
        isSuperAdmin && (
          <button type="button" className="primary" onClick={() => setAsked({ ask: 'create' })}>
            {t('systems.create')}
          </button>
        )
      }
    >
      <Listing<SystemDetails>
        resource="systems"
        caption={t('nav.systems')}
        columns={columns(t, isSuperAdmin ? setAsked : null)}
        empty={t('systems.empty')}
      />
      {asked?.ask === 'create' && <EditSystem onClose={close} />}
      {asked?.ask === 'edit' && <EditSystem system={asked.system} onClose={close} />}
      {asked?.ask === 'delete' && (
        <ConfirmChange
          title={t('tenants.deleteTitle', { name: asked.system.name })}
          text={t('systems.deleteText')}
          action={t('tenants.delete')}
          done={t('tenants.deleted', { name: asked.system.name })}
          method="DELETE"
          path={`systems/${asked.system.id}`}
          onClose={close}
        />
      )}
    </Page>
  );
}

function columns(t: Translate, ask: ((asked: Asked) => void) | null): Column<SystemDetails>[] {
  const shown: Column<SystemDetails>[] = [
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
  if (!ask) return shown;
  const cell = (system: SystemDetails) => (
    <div className="buttons">
      <button type="button" onClick={() => ask({ ask: 'edit', system })}>
        {t('users.edit')}
      </button>
      {system.is_direct && (
        <button type="button" className="quiet" onClick={() => ask({ ask: 'delete', system })}>
          {t('tenants.delete')}
        </button>
      )}
    </div>
  );
  return [...shown, { heading: t('connection.actions'), cell }];
}
