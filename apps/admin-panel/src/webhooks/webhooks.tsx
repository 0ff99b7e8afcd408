import { useState } from 'react';
import type { FullConnection, WebhookEndpoint } from '../api/representations';
import { restMs } from '../connections/polling';
import { useText, type Translate } from '../language/use-language';
import { ActionButton } from '../ui/action-button';
import { Listing, type Columns } from '../ui/listing';
import { Ago, At } from '../ui/time';
import { Deliveries } from './deliveries';
import { enableEndpoint, type EndpointOf } from './webhook-actions';

const tones = { enabled: 'good', failing: 'waiting', paused: 'off', disabled: 'bad' } as const;

function stateOf({ status, failing_since: failingSince }: WebhookEndpoint): keyof typeof tones {
  return status === 'enabled' && failingSince !== null ? 'failing' : status;
}

/** Where a product hears of events, and what was delivered to the endpoint that is chosen. */
export function Webhooks({ connection: { id: connectionId } }: { connection: FullConnection }) {
  const t = useText();
  const [chosen, setChosen] = useState<EndpointOf | null>(null);
  const choose = (endpoint: EndpointOf) => setChosen(endpoint.id === chosen?.id ? null : endpoint);
  return (
    <>
      <p>{t('webhooks.text')}</p>
      <Listing<WebhookEndpoint>
        resource={`connections/${connectionId}/webhook-endpoints`}
        caption={t('webhooks.title')}
        columns={columns(t, { connectionId, chosenId: chosen?.id, choose })}
        empty={t('webhooks.empty')}
        everyMs={() => restMs}
      />
      {chosen && <Deliveries key={chosen.id} endpoint={chosen} />}
    </>
  );
}

interface Choosing {
  connectionId: string;
  chosenId: string | undefined;
  choose: (endpoint: EndpointOf) => void;
}

const columns = (t: Translate, { connectionId, chosenId, choose }: Choosing): Columns<WebhookEndpoint> => ({
  'webhooks.address': ({ url, events, description }) => (
    <>
      <code>{url}</code>
      {description && <span className="hint">{description}</span>}
      <span className="hint">{events?.join(', ') ?? t('webhooks.allEvents')}</span>
    </>
  ),
  'connections.status': (endpoint) => (
    <>
      <span className={`badge badge-${tones[stateOf(endpoint)]}`}>{t(`webhooks.${stateOf(endpoint)}`)}</span>
      {endpoint.disabled_reason && <span className="hint">{t(`webhooks.why.${endpoint.disabled_reason}`)}</span>}
    </>
  ),
  'webhooks.failingSince': ({ failing_since: at }) => (at === null ? t('none') : <Ago at={at} />),
  'webhooks.lastDelivered': ({ last_delivered_at: at }) => <At at={at} otherwise={t('never')} />,
  'connection.actions': (endpoint) => (
    <div className="buttons">
      <button type="button" aria-expanded={endpoint.id === chosenId} onClick={() => choose({ ...endpoint, connectionId })}>
        {t('webhooks.deliveries')}
      </button>
      {endpoint.status !== 'enabled' && <ActionButton action={enableEndpoint} of={{ ...endpoint, connectionId }} />}
    </div>
  ),
});
