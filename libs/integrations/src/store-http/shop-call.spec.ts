import { namelessPath } from './shop-call';

it.each([
  ['wp-json/wc/v3/orders?page=2&per_page=100&modified_after=2026-01-01', 'wp-json/wc/v3/orders?page&per_page&modified_after'],
  ['wp-json/wc/v3/orders/517/refunds', 'wp-json/wc/v3/orders/{id}/refunds'],
  ['api/customers/erika%40example.com', 'api/customers/{id}'],
  ['api/hooks/9f86d081884c7d65/Erika', 'api/hooks/{id}/{id}'],
  ['wp-json/wc/v3/customers?email=erika%40example.com&include=1&include=2', 'wp-json/wc/v3/customers?email&include'],
  ['api/orders?filter[id]=[1|2]&display=full&erika%40example.com', 'api/orders?filter[id]&display'],
  ['index.php?fc=module&controller=changes', 'index.php?fc&controller'],
  ['', ''],
  [`x?${Array.from({ length: 60 }, (_, index) => `name_${index}=1`).join('&')}`, expect.stringMatching(/^x\?name_0&[\w&]{271}$/)],
])('%s is shown as %s', (path, shown) => {
  expect(namelessPath(path)).toEqual(shown);
});
