import { pluginLink } from './plugin-links';

describe('the plugin link', () => {
  it.each(['commerce_a', 'commerce_b', 'commerce_z', undefined])('is absent for %s, which has none configured', (connection) => {
    expect(pluginLink(connection, 'mailing_platform')).toBeNull();
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
    expect(pluginLink(connection, system, undefined, platforms)).toBe(address);
  });

  it.each([
    ['https://plugins.example/a?b=c', 'https://plugins.example/a?b=c'],
    ['HTTP://plugins.example', 'http://plugins.example/'],
    [' https://plugins.example/ ', 'https://plugins.example/'],
  ])('is the address that the page gives, whatever is configured: %j', (given, href) => {
    expect(pluginLink('commerce_a', 'mailing_platform', given)).toBe(href);
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
  ])('is absent when the page gives %j, which is no http(s) address', (given) => {
    expect(pluginLink('commerce_a', 'mailing_platform', given)).toBeNull();
  });
});
