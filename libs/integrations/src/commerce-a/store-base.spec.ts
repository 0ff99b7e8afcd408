import { commerceADefaults } from './settings';
import { storeBaseOf } from './store-base';

describe('storeBaseOf', () => {
  it.each([
    ['https://shop.example', 'https://shop.example'],
    ['https://shop.example/', 'https://shop.example'],
    ['https://shop.example/wp-json', 'https://shop.example'],
    ['https://shop.example/wp-json/', 'https://shop.example'],
    ['https://shop.example/wp-json/wc/v3', 'https://shop.example'],
    ['https://shop.example/wp-json/wc/v3///', 'https://shop.example'],
    ['https://shop.example/wp-json/wc/v2/orders', 'https://shop.example'],
    ['https://shop.example/wp-json/service-connector/v1', 'https://shop.example'],
    ['https://shop.example/wp-json/other-plugin/v1', 'https://shop.example'],
    ['https://shop.example/WP-JSON/WC/V3', 'https://shop.example'],
    ['https://shop.example/Store/Wp-Json/other/v1', 'https://shop.example/Store'],
    ['https://shop.example/store', 'https://shop.example/store'],
    ['https://shop.example/store/wp-json/wc/v3', 'https://shop.example/store'],
    ['https://shop.example/index.php/wp-json/wc/v3', 'https://shop.example/index.php'],
    ['https://shop.example/wp-json-store', 'https://shop.example/wp-json-store'],
    ['http://127.0.0.1:8080/wp-json/wc/v3', 'http://127.0.0.1:8080'],
    ['http://[::1]:8080/wp-json', 'http://[::1]:8080'],
    ['https://wp-json', 'https://wp-json'],
  ])('reduces %s to %s', (baseUrl, storeBase) => {
    expect(storeBaseOf(baseUrl, commerceADefaults)).toBe(storeBase);
  });

  it('uses the configured paths', () => {
    const settings = { restPath: 'api/store/v1', pluginRestPath: 'connector' };
    expect(storeBaseOf('https://shop.example/de/api/store/v1', settings)).toBe('https://shop.example/de');
    expect(storeBaseOf('https://shop.example/connector/', settings)).toBe('https://shop.example');
    expect(storeBaseOf('https://shop.example/api', settings)).toBe('https://shop.example/api');
  });
});
