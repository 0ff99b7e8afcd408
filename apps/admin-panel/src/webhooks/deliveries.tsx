import { useState } from 'react';
import { deliveryStatuses, type WebhookDelivery } from '../api/representations';
import { openRunMs, restMs } from '../connections/polling';
import { Said } from '../language/said';
import { useText, type Translate } from '../language/use-language';
import { ActionButton } from '../ui/action-button';
import { BulkDialog } from '../ui/bulk';
import { useDialogs } from '../ui/dialogs';
import { Choice } from '../ui/field';
import { Listing, type Columns } from '../ui/listing';
import { At, Next } from '../ui/time';
import { pathOf, resendAll, sendAgain, type EndpointOf } from './webhook-actions';

const tones = { pending: 'waiting', delivered: 'good', failed: 'bad' } as const;

const soonMs = 60_000;

/** Its next attempt runs, or begins soon. */
const isDue = ({ next_attempt_at: at }: WebhookDelivery) => at !== null && Date.parse(at) < Date.now() + soonMs;

/** What was sent to an endpoint, newest first. */
export function Deliveries({ endpoint }: { endpoint: EndpointOf }) {
  const t = useText();
  const open = useDialogs();
  const [status, setStatus] = useState('');
  const title = t('webhooks.deliveriesTo', { url: endpoint.url });
  return (
    <>
      <h3>{title}</h3>
      <div className="filters">
        <Choice
          label={t('connections.status')}
          options={[['', t('all')], ...deliveryStatuses.map((one) => [one, t(`delivery.${one}`)] as const)]}
          value={status}
          onValue={setStatus}
        />
        <button type="button" onClick={() => open((onClose) => <BulkDialog bulk={resendAll(endpoint)} onClose={onClose} />)}>
          {t('bulk.resend')}
        </button>
      </div>
      <Listing<WebhookDelivery>
        resource={`${pathOf(endpoint)}/deliveries`}
        filters={{ status }}
        caption={title}
        columns={columns(t, pathOf(endpoint))}
        empty={t(status === '' ? 'delivery.empty' : 'delivery.noneOfStatus')}
        everyMs={(deliveries) => (deliveries.some(isDue) ? openRunMs : restMs)}
      />
    </>
  );
}

const columns = (t: Translate, endpointPath: string): Columns<WebhookDelivery> => ({
  'delivery.event': ({ event_type: type, created_at: at }) => (
    <>
      <code className="name">{type}</code>
      <span className="hint">
        <At at={at} />
      </span>
    </>
  ),
  'connections.status': ({ status, next_attempt_at: next, delivered_at: delivered }) => (
    <>
      <span className={`badge badge-${tones[status]}`}>{t(`delivery.${status}`)}</span>
      {next !== null && (
        <span className="hint">
          <Next at={next} later={t('delivery.nextAttempt')} now={t('delivery.attemptedNow')} />
        </span>
      )}
      {delivered !== null && (
        <span className="hint">
          <At at={delivered} />
        </span>
      )}
    </>
  ),
  'failed.attempts': ({ attempts }) => attempts,
  'delivery.response': ({ last_response_status: code, last_error: error }) => (
    <>
      {code ?? t('none')}
      {error !== null && (
        <span className="hint">
          <Said text={error} />
        </span>
      )}
    </>
  ),
  'connection.actions': (delivery) => <ActionButton action={sendAgain} of={{ ...delivery, endpointPath }} />,
});
