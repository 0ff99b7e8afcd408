import type { FullConnection } from '../api/representations';
import { useText } from '../language/use-language';
import { useIsSuperAdmin } from '../session/session';
import { ActionButton } from '../ui/action-button';
import { createRule } from './rule-actions';
import { RuleListing } from './rule-listing';

/** The rules of which the connection is one end. */
export function ConnectionRules({ connection }: { connection: FullConnection }) {
  const t = useText();
  const isSuperAdmin = useIsSuperAdmin();
  return (
    <>
      <p>{t(isSuperAdmin ? 'rules.text' : 'rules.textSupport')}</p>
      <RuleListing filters={{ connection_id: connection.id }} empty={t('rules.empty')} isOfConnection />
      {isSuperAdmin && connection.tenant !== null && connection.system !== null && (
        <div className="buttons">
          <ActionButton action={createRule} of={connection} />
        </div>
      )}
    </>
  );
}
