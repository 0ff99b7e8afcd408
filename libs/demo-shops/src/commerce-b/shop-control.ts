import { shopCollections, type ShopCollection } from '../commerce-a/data/shop-setup';
import { fieldsOf, numberOf, pluginActions, UnusableInput, type ControlActions, type ControlInput } from '../local-control';
import type { DemoShopB } from './demo-shop-b';
import { shopResources, type ShopResource } from './resources';
import { isShopCollection, isShopResource } from './shop-contents';
import type { ShopBFault } from './shop-faults';

function collectionOf({ collection }: ControlInput): ShopCollection {
  if (!isShopCollection(collection)) throw new UnusableInput(`collection must be one of ${shopCollections.join(', ')}`);
  return collection;
}

/** Any resource of the shop, under the name `collection`. */
function resourceOf({ collection }: ControlInput): ShopResource {
  if (!isShopResource(collection)) throw new UnusableInput(`collection must be one of ${shopResources.join(', ')}`);
  return collection;
}

function rightsOf({ rights }: ControlInput): ShopResource[] {
  if (!Array.isArray(rights) || !rights.every(isShopResource)) throw new UnusableInput('rights must be a list of resources');
  return rights;
}

/** What can be done to the shop from outside its process. */
export function controlActions(shop: DemoShopB): ControlActions {
  return {
    counters: () => shop.counters,
    'reset-counters': () => shop.resetCounters(),
    totals: () => shop.totals(),
    faults: ({ faults }) => shop.setFaults(faults as ShopBFault[]),
    latency: (input) => shop.setLatency(numberOf(input, 'ms')),
    rights: (input) => shop.setRights(rightsOf(input)),
    webservice: ({ on }) => shop.switchWebservice(on === true),
    warm: (input) => shop.warm(collectionOf(input), numberOf(input, 'per_page')),
    add: (input) => ({ id: shop.add(collectionOf(input), fieldsOf(input)) }),
    change: (input) => ({ changed: shop.change(resourceOf(input), numberOf(input, 'id'), fieldsOf(input)) }),
    remove: (input) => ({ removed: shop.remove(resourceOf(input), numberOf(input, 'id')) }),
    record: (input) => shop.record(resourceOf(input), numberOf(input, 'id')),
    ids: (input) => ({ ids: shop.ids(resourceOf(input)) }),
    ...pluginActions((serviceUrl) => shop.plugin(serviceUrl)),
  };
}
