import type { AuditEntry } from '../api/representations';
import { useText, type Translate } from '../language/use-language';
import { Choice, Field } from '../ui/field';
import { Listing, type Columns } from '../ui/listing';
import { Page } from '../ui/page';
import { At } from '../ui/time';
import { useFilters } from '../ui/use-filters';
import { actionText, auditedActions, AuditedAction } from './audited-action';

const filterNames = ['action', 'object_id', 'actor', 'from', 'to'] as const;
const days = ['from', 'to'] as const;

/** What administrators did, newest first, and its export. */
export function AuditLog() {
  const t = useText();
  const { filters, setFilter, reset } = useFilters(filterNames);
  const exported = new URLSearchParams(filters).toString();
  return (
    <Page
      title={t('nav.auditLog')}
      aside={
        <a className="button" href={`/api/admin/audit-log/export?${exported}`} download>
          {t('audit.export')}
        </a>
      }
    >
      <search className="filters">
        <Choice
          label={t('audit.action')}
          options={[['', t('all')], ...auditedActions.map((action) => [action, actionText(t, action)] as const)]}
          value={filters.action ?? ''}
          onValue={(action) => setFilter('action', action)}
        />
        <Field label={t('audit.objectId')} value={filters.object_id ?? ''} onValue={(id) => setFilter('object_id', id)} />
        {days.map((name) => (
          <Field
            key={name}
            label={t(`audit.${name}`)}
            type="date"
            value={filters[name]?.slice(0, 10) ?? ''}
            onValue={(day) => setFilter(name, day === '' ? '' : `${day}T00:00:00Z`)}
          />
        ))}
        {Object.keys(filters).length > 0 && (
          <button type="button" onClick={reset}>
            {t('reset')}
          </button>
        )}
      </search>
      <Listing<AuditEntry>
        resource="audit-log"
        filters={filters}
        caption={t('nav.auditLog')}
        columns={columns(t)}
        empty={t('audit.empty')}
      />
    </Page>
  );
}

const columns = (t: Translate): Columns<AuditEntry> => ({
  'timeline.at': ({ at }) => <At at={at} />,
  'timeline.what': (entry) => (
    <>
      <AuditedAction entry={entry} />
      <span className="hint">
        {entry.actor_login} {entry.address}
      </span>
    </>
  ),
  'audit.details': ({ reason, before, after }) => (
    <>
      {reason}
      {(before ?? after) && (
        <details>
          <summary>{t('audit.change')}</summary>
          <pre>{JSON.stringify({ before, after }, null, 2)}</pre>
        </details>
      )}
    </>
  ),
});
