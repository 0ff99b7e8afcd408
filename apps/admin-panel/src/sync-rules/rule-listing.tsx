import { Link } from 'react-router';
import type { SyncRule } from '../api/representations';
import { type Translate, useText } from '../language/use-language';
import { useIsSuperAdmin } from '../session/session';
import { ActionButton } from '../ui/action-button';
import { type Column, Listing } from '../ui/listing';
import { At } from '../ui/time';
import { activateRule, deactivateRule, deleteRule } from './rule-actions';

interface RuleListingProps {
  filters: Readonly<Record<string, string>>;
  empty: string;
  /** Of one connection: its company is known. */
  isOfConnection?: boolean;
}

/** Rules, newest first. Only super administrators change them. */
export function RuleListing({ filters, empty, isOfConnection = false }: RuleListingProps) {
  const t = useText();
  const isSuperAdmin = useIsSuperAdmin();
  const columns = [...ends(t, isOfConnection), ...rest(t), ...(isSuperAdmin ? [actions(t)] : [])];
  return <Listing<SyncRule> resource="sync-rules" filters={filters} caption={t('nav.syncRules')} columns={columns} empty={empty} />;
}

const ends = (t: Translate, isOfConnection: boolean): Column<SyncRule>[] => [
  {
    heading: t('rules.source'),
    cell: ({ source, tenant }) => (
      <>
        <Link to={`/connections/${source.id}`}>{source.name}</Link>
        {!isOfConnection && <span className="hint">{tenant.name}</span>}
      </>
    ),
  },
  { heading: t('rules.target'), cell: ({ target }) => <Link to={`/connections/${target.id}`}>{target.name}</Link> },
];

const rest = (t: Translate): Column<SyncRule>[] => [
  { heading: t('run.records'), cell: ({ data_domains: kinds }) => kinds.map((kind) => t(`records.${kind}`)).join(', ') },
  {
    heading: t('connections.status'),
    cell: ({ is_active: isActive, is_default: isDefault }) => (
      <>
        <span className={`badge badge-${isActive ? 'good' : 'off'}`}>{t(isActive ? 'rules.active' : 'rules.inactive')}</span>
        <span className="hint">{t(isDefault ? 'rules.derived' : 'rules.own')}</span>
      </>
    ),
  },
  { heading: t('rules.changed'), cell: ({ updated_at }) => <At at={updated_at} /> },
];

const actions = (t: Translate): Column<SyncRule> => ({
  heading: t('connection.actions'),
  cell: (rule) => (
    <div className="buttons">
      <ActionButton key={String(rule.is_active)} action={rule.is_active ? deactivateRule : activateRule} of={rule} />
      {/* A rule that follows from the connections cannot be deleted. */}
      {!rule.is_default && <ActionButton action={deleteRule} of={rule} className="quiet" />}
    </div>
  ),
});
