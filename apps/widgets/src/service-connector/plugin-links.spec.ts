import { pluginLink } from './plugin-links';

const service = 'https://sync.example/below';

beforeAll(() => Object.assign(globalThis, { document: { baseURI: 'https://page.example/shop/' } }));
afterAll(() => Reflect.deleteProperty(globalThis, 'document'));

describe('the plugin link', () => {
  it.each([
    [service, 'commerce_a', 'https://sync.example/below/widgets/plugins/service-connector-commerce-a.zip'],
    ['http://127.0.0.1:8080', 'commerce_b', 'http://127.0.0.1:8080/widgets/plugins/service-connector-commerce-b.zip'],
    ['/sync', 'commerce_a', 'https://page.example/sync/widgets/plugins/service-connector-commerce-a.zip'],
    ['javascript:x', 'commerce_a', null],
    ['http://', 'commerce_a', null],
    ['', 'commerce_a', null],
    [service, 'commerce_z', null],
    [service, undefined, null],
  ])('of the service at %j for %s is its own zip: %j', (apiUrl, connection, href) => {
    expect(pluginLink(apiUrl, connection, 'mailing_platform')).toBe(href);
  });

  it.each([
    ['commerce_a', 'mailing_platform', 'https://plugins.example/pair'],
    ['commerce_a', 'user-platform', 'https://plugins.example/default'],
    ['commerce_b', 'mailing_platform', 'https://plugins.example/b'],
    ['commerce_b', 'user-platform', null],
    ['commerce_a', 'constructor', 'https://plugins.example/default'],
    ['commerce_z', 'mailing_platform', null],
  ])('for %s and %s is the link of the pair, else the default link: %j', (connection, system, address) => {
    const platforms = [
      {
        driver: 'commerce_a',
        plugin: { links: { mailing_platform: 'https://plugins.example/pair', default: 'https://plugins.example/default' } },
      },
      { driver: 'commerce_b', plugin: { links: { mailing_platform: 'https://plugins.example/b', default: null } } },
    ];
    expect(pluginLink(service, connection, system, undefined, platforms)).toBe(address);
  });

  it.each([
    ['https://plugins.example/a?b=c', 'https://plugins.example/a?b=c'],
    ['HTTP://plugins.example', 'http://plugins.example/'],
    [' https://plugins.example/ ', 'https://plugins.example/'],
  ])('is the address that the page gives, whatever is configured: %j', (given, href) => {
    expect(pluginLink(service, 'commerce_a', 'mailing_platform', given)).toBe(href);
  });

  it.each([
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'blob:https://x',
    'file:///x',
    'ftp://x',
    '/plugin',
    '//x',
    'x',
    '',
  ])('is that of the service when the page gives %j, which is no http(s) address', (given) => {
    expect(pluginLink(service, 'commerce_z', 'mailing_platform', given)).toBeNull();
    expect(pluginLink(service, 'commerce_a', 'mailing_platform', given)).toMatch(/^https:\/\/sync\.example\/.*\.zip$/);
  });
});
