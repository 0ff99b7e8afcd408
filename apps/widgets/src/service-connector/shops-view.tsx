import { h } from '@stencil/core';
import { problemOf, problemText } from '../language/reasons';
import type { ShopChange } from './connector-journey';
import { recordKinds, type LinkedShop } from './linked-shop';
import { button, heading, notice, pair, place, settingsWay, shopHeading, waiting } from './parts';
import { failedAction, failureText, questionText, shopState, visitedShop, type Scene } from './scene';
import { settingsBreadcrumb, stepsPath } from './shop-platforms';

/** The service stops counting here. */
const maxCounted = 10_000;

export function linked(scene: Scene) {
  return [heading(pair(scene), scene), shopsAndMore(scene)];
}

/** One card says that it is connected, what happens next, and how the shop is as soon as that is known. */
export function connected(scene: Scene) {
  const { journey, texts } = scene;
  const { list, visit } = journey.shops;
  const fresh = list?.find(({ id }) => id === journey.registeredId);
  if (visit.isOpen && visit.what === 'settings') return shopsAndMore(scene);
  // It is connected no more, or does not work.
  if (fresh && fresh.status !== 'active') return linked(scene);
  return [
    <div key="done" class="shop done" part="shop">
      {heading(texts.connected, scene)}
      {!journey.isDirect && [
        <p key="next">{texts.nextAfter}</p>,
        settingsWay(settingsBreadcrumb(journey.platform), scene),
        fresh && details(fresh, scene),
      ]}
    </div>,
    !journey.isDirect && shopsAndMore(scene, fresh),
  ];
}

/** `shown`: has its card already. */
function shopsAndMore(scene: Scene, shown?: LinkedShop) {
  const { journey, texts } = scene;
  const { list, visit } = journey.shops;
  const shop = visitedShop(scene);
  if (shop && visit.isOpen && visit.what === 'settings') {
    return [
      shopHeading(shop, scene),
      place('service-config', shop.id),
      button('back', 'button secondary', texts.back, scene, () => journey.showShops()),
    ];
  }
  return [
    list?.map(
      (each) =>
        each !== shown && (
          <div key={each.id} class="shop" part="shop">
            {details(each, scene)}
          </div>
        ),
    ),
    button('another', 'button secondary', texts.another, scene, () => journey.connectAnother()),
  ];
}

function details(shop: LinkedShop, scene: Scene) {
  const { texts, tag, journey } = scene;
  const { id, status, sync, records } = shop;
  const { visit } = journey.shops;
  const state = shopState(scene, shop);
  const problem = problemOf(shop);
  const numbers = new Intl.NumberFormat(tag);
  return [
    shopHeading(shop, scene),
    <bdi class="muted">{shop.base_url}</bdi>,
    problem && notice(problemText(problem, texts), { look: problem.look, lang: problem.key ? undefined : 'en' }),
    state === texts.syncing ? waiting(state) : <p class={problem ? 'muted' : status}>{state}</p>,
    state === texts.syncing && !!sync?.pages_total && (
      <progress value={sync.pages_done} max={sync.pages_total} aria-label={texts.syncing} />
    ),
    <dl>
      {recordKinds.map((kind) => (
        <div>
          <dt>{texts[kind]}</dt>
          <dd>{numbers.format(records[kind]) + (records[kind] < maxCounted ? '' : '+')}</dd>
        </div>
      ))}
    </dl>,
    questionText(scene, shop) ? question(shop, scene) : [failed(shop, scene), actions(shop, scene)],
    visit.isOpen && visit.what === 'way' && visit.id === id && settingsWay(stepsPath(shop.system?.slug), scene),
  ];
}

/** Beside what the user asked for. */
function failed({ id }: LinkedShop, scene: Scene) {
  return notice(failureText(scene, id), { action: failedAction(scene) });
}

function actions({ id, status, actions: allowed }: LinkedShop, scene: Scene) {
  const { journey, texts } = scene;
  const isOff = status === 'disconnected';
  const secondary = (what: 'settings' | 'disconnect' | 'remove', act = () => journey.shops.show({ id, what, isOpen: true })) =>
    button(`${what}-${id}`, 'button secondary', texts[what], scene, act);
  return (
    <div class="actions">
      {allowed.includes('reconnect') && button(`reconnect-${id}`, 'button', texts.reconnect, scene, () => journey.change('reconnect', id))}
      {!isOff && secondary('settings', () => journey.openSettings(id))}
      {allowed.includes('disconnect') && secondary('disconnect')}
      {isOff && allowed.includes('uninstall') && secondary('remove')}
    </div>
  );
}

function question(shop: LinkedShop, scene: Scene) {
  const { journey, texts } = scene;
  const { id } = shop;
  const what = journey.shops.visit.what as ShopChange;
  const isRemoval = what === 'remove';
  return (
    <div class={isRemoval ? 'next danger' : 'next'} role="group" aria-labelledby="question">
      <p id="question">{questionText(scene, shop)}</p>
      {failed(shop, scene)}
      <div class="actions">
        {button(`${what}-${id}`, isRemoval ? 'button danger' : 'button', texts[what], scene, () => journey.change(what, id))}
        {button(`cancel-${id}`, 'button secondary', texts.back, scene, () => journey.shops.show({ id, what }))}
      </div>
    </div>
  );
}
