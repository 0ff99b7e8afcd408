import { useCustom } from '@refinedev/core';
import { useState } from 'react';
import type { ApiFailure } from '../api/api-failure';
import type { ConfigurationForm, FullConnection } from '../api/representations';
import { useText } from '../language/use-language';
import { FailureNotice } from '../ui/failure-notice';
import { Facts } from '../ui/facts';
import { Loading } from '../ui/loading';
import { EditConfiguration } from './edit-configuration';
import { shownConfiguration } from './shown-configuration';

/** What the customer has chosen, in the words of the form in which it was chosen. */
export function Configuration({ connection }: { connection: FullConnection }) {
  const t = useText();
  const [isEditing, setIsEditing] = useState(false);
  const { query } = useCustom<ConfigurationForm, ApiFailure>({ url: `connections/${connection.id}/configuration`, method: 'get' });
  const form = query.data?.data;
  return (
    <section className="card">
      <h2>{t('connection.configuration')}</h2>
      {query.error && !form && <FailureNotice failure={query.error} retry={() => void query.refetch()} />}
      {!form && !query.error && <Loading />}
      {form && !form.schema && <p className="empty">{t('connection.noConfiguration')}</p>}
      {form?.schema && (
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
        </>
      )}
      {isEditing && form && <EditConfiguration connection={connection} form={form} onClose={() => setIsEditing(false)} />}
    </section>
  );
}
