import type { SyncRule } from '../api/representations';
import { useText } from '../language/use-language';
import { ChangeButton } from '../ui/change-button';
import type { RuleChange } from './change-rule';

/** A rule that follows from the connections cannot be deleted. */
export function RuleActions({ rule, ask }: { rule: SyncRule; ask: (change: RuleChange) => void }) {
  const t = useText();
  return (
    <div className="buttons">
      {rule.is_active ? (
        <button type="button" onClick={() => ask({ rule, ask: 'deactivate' })}>
          {t('rules.deactivate')}
        </button>
      ) : (
        <ChangeButton
          label={t('rules.activate')}
          done={t('rules.activated')}
          method="PATCH"
          path={`sync-rules/${rule.id}`}
          body={{ is_active: true }}
        />
      )}
      {!rule.is_default && (
        <button type="button" className="quiet" onClick={() => ask({ rule, ask: 'delete' })}>
          {t('tenants.delete')}
        </button>
      )}
    </div>
  );
}
