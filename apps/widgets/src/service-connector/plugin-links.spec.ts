import { pluginLink } from './plugin-links';

describe('the address of the plugin', () => {
  it.each(['commerce_a', 'commerce_b', 'commerce_z', undefined])('%s: none is configured for it', (connection) => {
    expect(pluginLink(connection, 'mailing_platform')).toBeNull();
  });

  it.each([
    ['commerce_a', 'mailing_platform', 'https://plugins.example/pair'],
    ['commerce_a', 'user-platform', 'https://plugins.example/default'],
    ['commerce_b', 'mailing_platform', 'https://plugins.example/b'],
    ['commerce_b', 'user-platform', null],
    ['commerce_z', 'mailing_platform', null],
  ])('%s and %s: the configured address of the pair, else the one under the default key: %j', (connection, system, address) => {
    const links = new Map([
      ['commerce_a:mailing_platform', 'https://plugins.example/pair'],
      ['commerce_a:default', 'https://plugins.example/default'],
      ['commerce_b:mailing_platform', 'https://plugins.example/b'],
      ['commerce_b:default', null],
    ]);
    expect(pluginLink(connection, system, undefined, links)).toBe(address);
  });

  it.each([
    ['https://plugins.example/a?b=c', 'https://plugins.example/a?b=c'],
    ['HTTP://plugins.example', 'http://plugins.example/'],
    [' https://plugins.example/ ', 'https://plugins.example/'],
  ])('that of the page counts more: %j', (given, href) => {
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
  ])('http(s) only: %j is none', (given) => {
    expect(pluginLink('commerce_a', 'mailing_platform', given)).toBeNull();
  });
});
