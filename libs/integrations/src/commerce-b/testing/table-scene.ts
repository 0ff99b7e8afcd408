import { IntegrationScene } from '../../testing/integration-scene';
import type { Row } from './recorded';
import { connectionTo, TableShop } from './table-shop';

export const tableScene = (): IntegrationScene<TableShop> =>
  new IntegrationScene(
    'commerce_b',
    () => TableShop.start(),
    ({ http }) => connectionTo(http),
  );

export const order = (id: number, fields: Row = {}): Row => ({
  id,
  id_currency: '1',
  current_state: '2',
  date_add: '2025-01-01 10:00:00',
  date_upd: '2025-06-01 10:00:00',
  ...fields,
});

export const orders = (count: number): Row[] => Array.from({ length: count }, (_, index) => order(index + 1));
