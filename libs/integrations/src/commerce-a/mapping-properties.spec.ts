import fc from 'fast-check';
import { describeMappings, valueOr } from '../testing/describe-mappings';
import { recordedRows } from '../testing/replaying-shop';
import { mappings } from './mappings';

const pages = ['customers-page-001', 'orders-page-001', 'products-page-001'];
const fields = [...new Set(pages.flatMap((name) => recordedRows(name).flatMap(Object.keys)))];
const value = valueOr('', '0', '19.99', '1e400', '0000-00-00 00:00:00', 'EUR', 0, -1, 2 ** 60);
const line = fc.dictionary(fc.constantFrom('id', 'product_id', 'name', 'quantity', 'price', 'total', 'sku'), value);
const names = [...fields, 'orders_count', 'total_spent', '__proto__', 'constructor'];
const row = fc
  .record({
    any: fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), value, { maxKeys: 12 }),
    line_items: fc.oneof(fc.array(line, { maxLength: 4 }), value),
    meta_data: fc.oneof(fc.array(fc.oneof(fc.record({ key: value, value }), value), { maxLength: 4 }), value),
    likely: fc.record(
      {
        id: fc.oneof(fc.nat(), value),
        email: fc.oneof(fc.emailAddress(), value),
        currency: fc.constantFrom('EUR', 'usd', '', null),
        date_created: fc.constantFrom('2026-01-01T00:00:00', null),
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ any, likely, ...lists }) => ({ ...any, ...lists, ...likely }));

describeMappings({ driver: 'commerce_a', rows: fc.oneof(row, value), map: mappings });
