import { h } from '@stencil/core';
import { interpolate } from '../language/language';
import { dateText } from '../language/times';
import type { ShopChange } from './connector-journey';
import { recordKinds, type LinkedShop } from './linked-shop';
import { button, heading, notice, pair, place, settingsWay, shopHeading, waiting } from './parts';
import { questionText, shopProblem, shopState, visitedShop, type Scene } from './scene';
import { settingsBreadcrumb, stepsPath } from './shop-platforms';

/** The service stops counting here. */
const maxCounted = 10_000;

export function linked(scene: Scene) {
  return [heading(pair(scene), scene), shopsAndMore(scene)];
}

export function connected(scene: Scene) {
  const { journey, texts } = scene;
  return [
    <div class="notice success" part="notice">
      {heading(texts.connected, scene)}
    </div>,
    !journey.isDirect && [
      <div class="next">
        <p>{texts.nextAfter}</p>
        {settingsWay(settingsBreadcrumb(journey.platform), scene)}
      </div>,
      shopsAndMore(scene),
    ],
  ];
}

function shopsAndMore(scene: Scene) {
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
    list?.map((each) => card(each, scene)),
    button('another', 'button secondary', texts.another, scene, () => journey.connectAnother()),
  ];
}

function card(shop: LinkedShop, scene: Scene) {
  const { texts, tag, journey } = scene;
  const { id, status, sync, records } = shop;
  const { visit } = journey.shops;
  const state = shopState(scene, shop);
  const problem = shopProblem(scene, shop);
  const numbers = new Intl.NumberFormat(tag);
  return (
    <div key={id} class="shop" part="shop">
      {shopHeading(shop, scene)}
      <bdi class="muted">{shop.base_url}</bdi>
      {notice(problem, problem === shop.status_reason?.message ? 'en' : undefined)}
      {state === texts.syncing ? waiting(state) : <p class={status}>{state}</p>}
      {!!sync?.pages_total && <progress value={sync.pages_done} max={sync.pages_total} aria-label={texts.syncing} />}
      <dl>
        {recordKinds.map((kind) => (
          <div>
            <dt>{texts[kind]}</dt>
            <dd>{numbers.format(records[kind]) + (records[kind] < maxCounted ? '' : '+')}</dd>
          </div>
        ))}
      </dl>
      <p class="muted">
        {status !== 'disconnected' && interpolate(texts.since, { time: dateText(shop.last_connected_at ?? shop.created_at, tag) })}
      </p>
      {questionText(scene, shop) ? question(shop, scene) : actions(shop, scene)}
      {visit.isOpen && visit.what === 'way' && visit.id === id && settingsWay(stepsPath(shop.system?.slug), scene)}
    </div>
  );
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
  return (
    <div class="next" role="group" aria-labelledby="question">
      <p id="question">{questionText(scene, shop)}</p>
      <div class="actions">
        {button(`${what}-${id}`, 'button', texts[what], scene, () => journey.change(what, id))}
        {button(`cancel-${id}`, 'button secondary', texts.back, scene, () => journey.shops.show({ id, what }))}
      </div>
    </div>
  );
}
