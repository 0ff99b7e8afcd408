import { currencyOf } from './currencies';
import { setUpMs, shopTime, zeroTime, type ShopSetup } from './shop-setup';

/** The shop's own settings; those of the installer have no dates. */
export function configurationRecords({ currency, timeZone }: ShopSetup): Record<string, unknown>[] {
  const at = shopTime(setUpMs, timeZone);
  const setting = (id: number, name: string, value: string, date: string) => ({
    id,
    value,
    name,
    id_shop_group: '',
    id_shop: '',
    date_add: date,
    date_upd: date,
  });
  return [
    setting(1, 'PS_LANG_DEFAULT', '1', at),
    setting(2, 'PS_VERSION_DB', '8.2.1', at),
    setting(6, 'PS_CURRENCY_DEFAULT', String(currencyOf(currency).id), zeroTime),
    setting(7, 'PS_COUNTRY_DEFAULT', '1', zeroTime),
    setting(25, 'PS_TIMEZONE', timeZone, zeroTime),
    setting(26, 'PS_WEBSERVICE', '1', at),
  ];
}

export function shopRecords(name: string, shops: number): Record<string, unknown>[] {
  return Array.from({ length: shops }, (_, index) => ({
    id: index + 1,
    id_shop_group: '1',
    id_category: '2',
    active: '1',
    deleted: '0',
    name: index === 0 ? name : `${name} ${index + 1}`,
    color: '',
    theme_name: 'classic',
  }));
}
