import type { SyncRule } from '../api/representations';
import { useText } from '../language/use-language';
import { ConfirmChange } from '../ui/confirm-change';

export interface RuleChange {
  rule: SyncRule;
  ask: 'deactivate' | 'delete';
}

/** Asks before a rule is switched off or deleted. */
export function ChangeRule({ change: { rule, ask }, onClose }: { change: RuleChange; onClose: () => void }) {
  const t = useText();
  const path = `sync-rules/${rule.id}`;
  const ends = { source: rule.source.name, target: rule.target.name };
  if (ask === 'delete')
    return (
      <ConfirmChange
        title={t('rules.deleteTitle', ends)}
        text={t('rules.deleteText')}
        action={t('tenants.delete')}
        done={t('rules.deleted')}
        method="DELETE"
        path={path}
        onClose={onClose}
      />
    );
  return (
    <ConfirmChange
      title={t('rules.deactivateTitle', ends)}
      text={t(rule.is_default ? 'rules.deactivateDerivedText' : 'rules.deactivateText')}
      action={t('rules.deactivate')}
      done={t('rules.deactivated')}
      method="PATCH"
      path={path}
      body={{ is_active: false }}
      onClose={onClose}
    />
  );
}
