import { useState } from 'react';
import type { FullConnection } from '../api/representations';
import { useText } from '../language/use-language';
import { useIsSuperAdmin } from '../session/me';
import { CreateRule } from './create-rule';
import { RuleListing } from './rule-listing';

/** The rules of which the connection is one end. */
export function ConnectionRules({ connection }: { connection: FullConnection }) {
  const t = useText();
  const isSuperAdmin = useIsSuperAdmin();
  const [isCreating, setIsCreating] = useState(false);
  const mayCreate = isSuperAdmin && connection.tenant !== null && connection.system !== null;
  return (
    <>
      <p>{t(isSuperAdmin ? 'rules.text' : 'rules.textSupport')}</p>
      <RuleListing filters={{ connection_id: connection.id }} empty={t('rules.empty')} isOfConnection />
      {mayCreate && (
        <div className="buttons">
          <button type="button" onClick={() => setIsCreating(true)}>
            {t('rules.create')}
          </button>
        </div>
      )}
      {isCreating && <CreateRule connection={connection} onClose={() => setIsCreating(false)} />}
    </>
  );
}
