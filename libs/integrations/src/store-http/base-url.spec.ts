import fc from 'fast-check';
import { normaliseBaseUrl } from './base-url';
import { HostAllowlist } from './host-allowlist';

const none = new HostAllowlist();
const loopback = new HostAllowlist(['127.0.0.0/8', '::1/128']);
const normalised = (text: unknown, allowlist = none): string | undefined => normaliseBaseUrl(text, allowlist).url;

/** Spellings of private and reserved addresses, private names, and forbidden ports. */
const privateHosts = `
  127.0.0.1 127.1 127.0.1 2130706433 0x7f000001 0x7f.1 017700000001 0177.0.0.1 0177.0x0.0.1 127.0.0.01 127.000.000.001
  127.0.0.1. 127。0。0。1 １２７.０.０.１ ①②⑦.⓪.⓪.① %31%32%37.0.0.1 ⓛocalhost loc%61lhost LOCALHOST localhost. a.localhost 0
  0.0.0.0 0.1.2.3 [::] 10.0.0.1 172.16.0.1 172.31.255.255 192.168.0.1 100.64.0.1 169.254.169.254 169.254.170.2
  100.100.100.200 192.0.0.192 198.18.0.1 192.0.2.1 198.51.100.1 203.0.113.1 192.88.99.1 224.0.0.1 240.0.0.1
  255.255.255.255 [::1] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:a9fe:a9fe] [::127.0.0.1]
  [::ffff:0:127.0.0.1] [64:ff9b::7f00:1] [64:ff9b::a9fe:a9fe] [64:ff9b:1::a00:1] [2002:7f00:1::] [2002:a9fe:a9fe::1]
  [2001:0:7f00:1::] [fe80::1] [fe80::1%25eth0] [fc00::1] [fd00:ec2::254] [fec0::1] [ff02::1] [100::1] [2001:db8::1]
  [3fff::1] [5f00::1] [shop.example] redis:6379 postgres:5432 host.docker.internal api.prod.svc.cluster.local
  metadata.google.internal nas.local router.home.arpa shop.example:0 shop.example:22 shop.example:25 shop.example:53
  shop.example:5432 shop.example:6379 shop.example:9200 shop.example:11211 shop.example:65536 168.63.129.16
`
  .trim()
  .split(/\s+/);

const malformed = [
  'http:127.0.0.1/',
  'https:127.0.0.1/',
  'http:///127.0.0.1/',
  'https:///shop.example',
  '\thttps://shop.example',
  'ht\ntps://shop.example',
  'https://shop\t.example',
  ' https://shop.example',
  'https://shop.example ',
  'https://127.0.0.1\\@shop.example',
  'https:\\\\shop.example',
  'https://shop.example@127.0.0.1',
  'https://127.0.0.1#@shop.example',
  'https://127.0.0.1?@shop.example',
  'https://1.1.1.1 &@127.0.0.1',
  'file:///etc/passwd',
  'ftp://shop.example',
  'gopher://shop.example',
  'data:text/html,x',
  'javascript:alert(1)',
  'blob:https://shop.example/1',
  'unix:/var/run/docker.sock',
  'http+unix://%2Fvar%2Frun',
  'ws://shop.example',
  '//127.0.0.1',
  '',
  '/shop',
  'shop.example',
  'https://user:password@shop.example',
  'https://@shop.example',
  'https://shop.example/?a=1',
  'https://shop.example?',
  'https://shop.example/#top',
  'https://shop.example#',
  `https://shop.example/${'a'.repeat(2049 - 21)}`,
  `https://${'a'.repeat(64)}.example`,
  'https://',
  'https://.example',
  'https://shop..example',
  'https://shop.example/%0d%0aX: 1',
  'https://shop.example%0d%0a.evil.example',
  'https://shop.example/%00',
  'https://shop.example/\r\nHost: x',
  'https://shop.example/\u202Eabc',
];

describe('normaliseBaseUrl rejects', () => {
  it.each(privateHosts)('the host %s with either scheme', (host) => {
    for (const scheme of ['http', 'https'])
      expect(normaliseBaseUrl(`${scheme}://${host}/shop`, none)).toEqual({ reason: expect.any(String) });
  });

  it.each(malformed)('%j', (text) => {
    expect(normaliseBaseUrl(text, none)).toEqual({ reason: expect.any(String) });
  });

  it.each([undefined, null, 1, {}, ['https://shop.example']])('%p, which is not text', (value) => {
    expect(normaliseBaseUrl(value, none)).toEqual({ reason: 'must be an address' });
  });

  it('plain http for a public host', () => {
    expect(normaliseBaseUrl('http://shop.example', none)).toEqual({ reason: 'must use https' });
  });

  it('addresses next to an allow-listed one', () => {
    const one = new HostAllowlist(['10.1.2.3']);
    expect(normalised('http://10.1.2.3', one)).toBe('http://10.1.2.3');
    expect(normalised('http://10.1.2.4', one)).toBeUndefined();
    expect(normalised('http://127.0.0.1', one)).toBeUndefined();
    expect(normalised('http://shop.example', one)).toBeUndefined();
  });
});

describe('normaliseBaseUrl', () => {
  it.each([
    ['HTTPS://Shop.EXAMPLE', 'https://shop.example'],
    ['https://shop.example/', 'https://shop.example'],
    ['https://shop.example///', 'https://shop.example'],
    ['https://shop.example:443/Store/', 'https://shop.example/Store'],
    ['https://shop.example:8443/a//b/', 'https://shop.example:8443/a//b'],
    ['https://shop.example:80', 'https://shop.example:80'],
    ['https://shop.example./x', 'https://shop.example/x'],
    ['https://shop.example/a/../b/./c', 'https://shop.example/b/c'],
    ['https://shop.example/wp-json/wc/v3/', 'https://shop.example/wp-json/wc/v3'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['https://xn--bcher-kva.example', 'https://xn--bcher-kva.example'],
    ['https://1.1.1.1', 'https://1.1.1.1'],
    ['https://16843009', 'https://1.1.1.1'],
    ['https://[2606:4700::1111]:8443/', 'https://[2606:4700::1111]:8443'],
    [`https://shop.example/${'a'.repeat(2048 - 21)}`, `https://shop.example/${'a'.repeat(2048 - 21)}`],
  ])('normalises %s to %s', (text, expected) => {
    expect(normalised(text)).toBe(expected);
  });

  it('converts a homograph to punycode', () => {
    expect(normalised('https://shоp.example')).toMatch(/^https:\/\/xn--[a-z0-9-]+\.example$/);
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.webUrl({ validSchemes: ['https', 'http'] }), (text) => {
        const once = normalised(text, new HostAllowlist(['127.0.0.1']));
        if (once !== undefined) expect(normalised(once, new HostAllowlist(['127.0.0.1']))).toBe(once);
      }),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.string().map((text) => `https://${text}`),
          fc.anything(),
        ),
        (text) => void normaliseBaseUrl(text, none),
      ),
    );
  });
});

describe('an allow-list', () => {
  it.each([
    ['http://127.0.0.1:43121', 'http://127.0.0.1:43121'],
    ['http://127.0.0.1:6379/', 'http://127.0.0.1:6379'],
    ['http://LOCALHOST:8080', 'http://localhost:8080'],
    ['http://[::1]:8080/', 'http://[::1]:8080'],
    ['http://2130706433:80/', 'http://127.0.0.1'],
  ])('of the loopback ranges permits %s as %s', (text, expected) => {
    expect(normalised(text, loopback)).toBe(expected);
  });

  it('never permits port 0', () => {
    expect(normalised('http://127.0.0.1:0', loopback)).toBeUndefined();
  });

  it('matches host names exactly', () => {
    const named = new HostAllowlist(['Shop-A', 'shop.internal']);
    expect(normalised('http://shop-a:9200', named)).toBe('http://shop-a:9200');
    expect(normalised('http://shop.internal', named)).toBe('http://shop.internal');
    expect(normalised('http://other.shop.internal', named)).toBeUndefined();
    expect(normalised('http://localhost', named)).toBeUndefined();
  });

  it('does not permit an IPv6 address by the IPv4 address it embeds', () => {
    expect(normalised('http://[::ffff:127.0.0.1]', loopback)).toBeUndefined();
  });

  it.each(['10.0.0.0/33', '300.1.1.1', 'a b', 'http://shop.example', 'shop.example:80', '*.example', '', '10.0.0'])(
    'rejects the entry %j',
    (entry) => {
      expect(() => new HostAllowlist([entry])).toThrow(/neither a CIDR range, an address nor a host name/);
    },
  );
});
