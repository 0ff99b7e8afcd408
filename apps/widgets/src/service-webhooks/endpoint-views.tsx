import { h } from '@stencil/core';
import { interpolate } from '../language/language';
import { dateText, pastTime } from '../language/times';
import { waitingTime } from '../language/waiting-time';
import { shownAddress, type Delivery, type Endpoint } from './endpoint';
import { button, failureNotice, isolated, spinner, type Scene } from './parts';
import { form } from './endpoint-form';
import { eventText } from './webhooks-texts';

export function endpointView(endpoint: Endpoint, scene: Scene) {
  const { endpoints, level } = scene;
  const { id, description } = endpoint;
  const { made } = endpoints;
  return (
    <div class="endpoint" part="endpoint" key={id}>
      <div class="address" role="heading" aria-level={level + 1} tabindex="-1" id={id}>
        <bdi dir="ltr">{shownAddress(endpoint.url)}</bdi>
      </div>
      {description && <bdi class="muted">{description}</bdi>}
      {stateView(endpoint, scene)}
      <p class="muted">{scope(endpoint, scene)}</p>
      {made?.id === id && secretView(made.secret, scene)}
      {work(endpoint, scene)}
    </div>
  );
}

/** Which events it gets. */
function scope({ events, source_connection_ids: sources }: Endpoint, { texts }: Scene): string {
  const names = events?.map((type) => eventText(type, texts)) ?? [texts.allEvents];
  return [...names, ...(sources ? [texts.someShops] : [])].join(' · ');
}

/** What the user does with it. */
function work(endpoint: Endpoint, scene: Scene) {
  const { visit, failure } = scene.endpoints;
  const { id } = endpoint;
  const what = visit.id === id ? visit.what : undefined;
  if (what === 'edit') return form(scene);
  if (what === 'delete') return question(endpoint, scene);
  return [failure?.id === id && failureNotice(scene), actions(endpoint, scene), what === 'deliveries' && deliveriesView(id, scene)];
}

function stateView(
  { status, disabled_reason: reason, failing_since: failing, last_delivered_at: last }: Endpoint,
  { texts, tag, now }: Scene,
) {
  if (status === 'disabled')
    return (
      <p class="notice danger" part="notice">
        {reason === 'gone' ? texts.gone : texts.failing}
      </p>
    );
  if (status === 'paused') return <p>{texts.paused}</p>;
  if (failing)
    return (
      <p class="notice warning" part="notice">
        {interpolate(texts.failingSince, { time: dateText(failing, tag, 'short') })}
      </p>
    );
  return (
    <p>
      <span class="good">{texts.enabled}</span>
      {last && ` · ${interpolate(texts.lastDelivery, { time: pastTime(now - Date.parse(last), tag) })}`}
    </p>
  );
}

function actions(endpoint: Endpoint, scene: Scene) {
  const { endpoints, texts } = scene;
  const { id, status } = endpoint;
  const isOpen = endpoints.visit.id === id && endpoints.visit.what === 'deliveries';
  const isOn = status === 'enabled';
  return (
    <div class="actions" key="actions">
      {button(`deliveries-${id}`, 'secondary', isOpen ? texts.close : texts.deliveries, scene, () =>
        endpoints.show(isOpen ? { id: '' } : { id, what: 'deliveries' }),
      )}
      {button(`test-${id}`, 'secondary', texts.test, scene, () => void endpoints.test(id))}
      {button(`edit-${id}`, 'secondary', texts.edit, scene, () => endpoints.edit(endpoint))}
      {button(
        `turn-${id}`,
        status === 'disabled' ? '' : 'secondary',
        isOn ? texts.pause : texts.enable,
        scene,
        () => void endpoints.turnOn(id, !isOn),
      )}
      {button(`delete-${id}`, 'secondary', texts.delete, scene, () => endpoints.show({ id, what: 'delete' }, `cancel-${id}`))}
    </div>
  );
}

function question({ id, url }: Endpoint, scene: Scene) {
  const { endpoints, texts } = scene;
  const cancel = () => endpoints.show({ id: '' }, `delete-${id}`);
  return (
    <div class="asking" key="asking" role="group" aria-labelledby="question" onKeyDown={({ key }) => key === 'Escape' && cancel()}>
      <p id="question">{interpolate(texts.deleteSure, { url: isolated(shownAddress(url)) })}</p>
      {endpoints.failure?.id === id && failureNotice(scene)}
      <div class="actions">
        {button(`cancel-${id}`, 'secondary', texts.cancel, scene, cancel)}
        {button(`confirm-${id}`, 'danger', texts.delete, scene, () => void endpoints.delete(id))}
      </div>
    </div>
  );
}

/** Shown this once; only the user's own copy is left of it. */
function secretView(secret: string, scene: Scene) {
  const { endpoints, texts, isCopied } = scene;
  return (
    <div class="secret" part="secret" key="secret">
      <label htmlFor="secret">{texts.secret}</label>
      <input id="secret" part="field" readonly dir="ltr" value={secret} aria-describedby="secret-hint" onFocus={selectAll} />
      <p class="muted" id="secret-hint">
        {texts.secretHint}
      </p>
      <div class="actions">
        {button('copy', '', isCopied ? texts.copied : texts.copy, scene, () => scene.copy(secret))}
        {button('done', 'secondary', texts.done, scene, () => endpoints.forgetSecret())}
      </div>
    </div>
  );
}

function selectAll({ target }: Event) {
  (target as HTMLInputElement).select();
}

function deliveriesView(id: string, scene: Scene) {
  const { endpoints, texts } = scene;
  const { deliveries } = endpoints;
  if (!deliveries) return spinner(texts.loading);
  if (deliveries.length === 0) return <p key="deliveries">{texts.noDeliveries}</p>;
  return (
    <ol key="deliveries" aria-label={texts.deliveries}>
      {deliveries.map((delivery) => (
        <li key={delivery.id} part="delivery">
          {deliveryView(delivery, scene)}
          {button(`resend-${delivery.id}`, 'secondary', texts.resend, scene, () => void endpoints.resend(id, delivery.id))}
        </li>
      ))}
    </ol>
  );
}

/** Class and text by status. */
const outcomes: Readonly<Record<string, readonly [look: string, text: 'delivered' | 'undelivered']>> = {
  delivered: ['good', 'delivered'],
  failed: ['bad', 'undelivered'],
};

function deliveryView(delivery: Delivery, { texts, tag, now }: Scene) {
  const { status, attempts, last_error: error, next_attempt_at: next } = delivery;
  const isDelivered = status === 'delivered';
  const [look, outcome] = outcomes[status] ?? (['wait', 'pending'] as const);
  const waitMs = next ? Date.parse(next) - now : 0;
  return (
    <div>
      <p>
        <b>{eventText(delivery.event_type, texts)}</b> <span class={look}>{texts[outcome]}</span>
      </p>
      <p class="muted">
        {dateText(delivery.created_at, tag, 'short')}
        {attempts > 0 && ` · ${interpolate(texts.attempts, { count: attempts.toLocaleString(tag) })}`}
        {status === 'pending' && waitMs > 0 && ` · ${interpolate(texts.next, { time: waitingTime(waitMs, tag) })}`}
      </p>
      {error && !isDelivered && (
        <p class="muted" lang="en">
          <bdi>{error}</bdi>
        </p>
      )}
    </div>
  );
}
