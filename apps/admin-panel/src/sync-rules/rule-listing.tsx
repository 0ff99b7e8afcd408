import { Link } from 'react-router';
import type { SyncRule } from '../api/representations';
import { useText, type Translate } from '../language/use-language';
import { useIsSuperAdmin } from '../session/session';
import { ActionButton } from '../ui/action-button';
import { Listing, type Columns } from '../ui/listing';
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
  const columns = { ...ends(isOfConnection), ...rest(t), ...(isSuperAdmin && actions) };
  return <Listing<SyncRule> resource="sync-rules" filters={filters} caption={t('nav.syncRules')} columns={columns} empty={empty} />;
}

const ends = (isOfConnection: boolean): Columns<SyncRule> => ({
  'rules.source': ({ source, tenant }) => (
    <>
      <Link to={`/connections/${source.id}`}>{source.name}</Link>
      {!isOfConnection && <span className="hint">{tenant.name}</span>}
    </>
  ),
  'rules.target': ({ target }) => <Link to={`/connections/${target.id}`}>{target.name}</Link>,
});

const rest = (t: Translate): Columns<SyncRule> => ({
  'run.records': ({ data_domains: kinds }) => kinds.map((kind) => t(`records.${kind}`)).join(', '),
  'connections.status': ({ is_active: isActive, is_default: isDefault }) => (
    <>
      <span className={`badge badge-${isActive ? 'good' : 'off'}`}>{t(isActive ? 'rules.active' : 'rules.inactive')}</span>
      <span className="hint">{t(isDefault ? 'rules.derived' : 'rules.own')}</span>
    </>
  ),
  'rules.changed': ({ updated_at }) => <At at={updated_at} />,
});

const actions: Columns<SyncRule> = {
  'connection.actions': (rule) => (
    <div className="buttons">
      <ActionButton key={String(rule.is_active)} action={rule.is_active ? deactivateRule : activateRule} of={rule} />
      {/* A rule that follows from the connections cannot be deleted. */}
      {!rule.is_default && <ActionButton action={deleteRule} of={rule} className="quiet" />}
    </div>
  ),
};
