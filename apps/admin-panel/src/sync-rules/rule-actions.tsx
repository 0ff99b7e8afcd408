import { shownCapabilities } from '@sync/platforms';
import type { FullConnection, RecordKind, SyncRule } from '../api/representations';
import { KindsChoice } from '../connections/kinds-choice';
import { useText } from '../language/use-language';
import type { Action, Fields } from '../ui/action';
import { Choice } from '../ui/field';
import { OtherConnection } from './other-connection';

const ends = ({ source, target }: SyncRule) => ({ source: source.name, target: target.name });

export const activateRule: Action<SyncRule> = {
  label: 'rules.activate',
  done: 'rules.activated',
  request: ({ id }) => ['PATCH', `sync-rules/${id}`, { is_active: true }],
};

export const deactivateRule: Action<SyncRule> = {
  label: 'rules.deactivate',
  title: ({ t }, rule) => t('rules.deactivateTitle', ends(rule)),
  text: ({ t }, rule) => t(rule.is_default ? 'rules.deactivateDerivedText' : 'rules.deactivateText'),
  done: 'rules.deactivated',
  isDangerous: true,
  request: ({ id }) => ['PATCH', `sync-rules/${id}`, { is_active: false }],
};

export const deleteRule: Action<SyncRule> = {
  label: 'tenants.delete',
  title: ({ t }, rule) => t('rules.deleteTitle', ends(rule)),
  text: 'rules.deleteText',
  done: 'rules.deleted',
  isDangerous: true,
  request: ({ id }) => ['DELETE', `sync-rules/${id}`],
};

interface NewRule {
  /** The connection is the source of the records, else their target. */
  isSource: boolean;
  other: FullConnection | undefined;
  chosen: readonly RecordKind[];
}

function endsOf(connection: FullConnection, { isSource, other, chosen }: NewRule) {
  const [source, target] = isSource ? [connection, other] : [other, connection];
  const kinds = source?.system?.capabilities ?? [];
  return { source, target, kinds, wanted: kinds.filter((kind) => chosen.includes(kind)) };
}

/** Asks where the records flow to, or from, and which. */
export const createRule: Action<FullConnection, NewRule> = {
  label: 'rules.create',
  title: 'rules.create',
  confirm: 'save',
  done: 'rules.created',
  start: () => ({ isSource: true, other: undefined, chosen: shownCapabilities }),
  Fields: NewRuleFields,
  request: (connection, typed) => {
    const { source, target, wanted } = endsOf(connection, typed);
    const ids = { source_connection_id: source?.id, target_connection_id: target?.id };
    return ['POST', 'sync-rules', { tenant_id: connection.tenant_id, ...ids, data_domains: wanted }];
  },
};

function NewRuleFields({ subject: connection, typed, set }: Fields<FullConnection, NewRule>) {
  const t = useText();
  const { name } = connection;
  const { kinds } = endsOf(connection, typed);
  return (
    <>
      <Choice
        label={t('rules.direction')}
        options={[
          ['from', t('rules.fromThis', { name })],
          ['to', t('rules.toThis', { name })],
        ]}
        value={typed.isSource ? 'from' : 'to'}
        onValue={(direction) => set({ isSource: direction === 'from' })}
      />
      <OtherConnection
        label={t(typed.isSource ? 'rules.target' : 'rules.source')}
        of={connection}
        chosen={typed.other}
        onChoose={(other) => set({ other })}
      />
      {kinds.length > 0 && (
        <KindsChoice legend={t('run.records')} kinds={kinds} chosen={typed.chosen} onChoose={(chosen) => set({ chosen })} />
      )}
    </>
  );
}
