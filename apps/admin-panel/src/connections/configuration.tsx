import { useState } from 'react';
import type { ConfigurationForm, FullConnection } from '../api/representations';
import { useOne } from '../data/use-reads';
import { useText } from '../language/use-language';
import { Facts } from '../ui/facts';
import { Loaded } from '../ui/loaded';
import { EditConfiguration } from './edit-configuration';
import { shownConfiguration } from './shown-configuration';

/** What the customer has chosen, in the words of the form in which it was chosen. */
export function Configuration({ connection }: { connection: FullConnection }) {
  const t = useText();
  const [isEditing, setIsEditing] = useState(false);
  const query = useOne<ConfigurationForm>(`connections/${connection.id}/configuration`);
  return (
    <section className="card">
      <h2>{t('connection.configuration')}</h2>
      <Loaded query={query} isQuiet>
        {(form) =>
          form.schema ? (
            <>
              <div lang="en">
                <Facts of={shownConfiguration(form).map(({ label, values }) => [label, values.join(', ') || t('none')] as const)} />
              </div>
              {connection.status !== 'inactive' && (
                <div className="buttons">
                  <button type="button" onClick={() => setIsEditing(true)}>
                    {t('configuration.change')}
                  </button>
                </div>
              )}
              {isEditing && <EditConfiguration connection={connection} form={form} onClose={() => setIsEditing(false)} />}
            </>
          ) : (
            <p className="empty">{t('connection.noConfiguration')}</p>
          )
        }
      </Loaded>
    </section>
  );
}
