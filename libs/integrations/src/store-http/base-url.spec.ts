import fc from 'fast-check';
import { normaliseBaseUrl } from './base-url';
import { HostAllowlist } from './host-allowlist';

const none = new HostAllowlist();
const loopback = new HostAllowlist(['127.0.0.0/8', '::1/128']);
const normalised = (text: unknown, allowlist = none): string | undefined => normaliseBaseUrl(text, allowlist).url;

/** reliability B-B 44-136, by their numbers; hosts are tried with http and with https. */
const privateHosts: [number, string][] = [
  [44, '127.0.0.1'],
  [45, '127.1'],
  [46, '127.0.1'],
  [47, '2130706433'],
  [48, '0x7f000001'],
  [49, '0x7f.1'],
  [50, '017700000001'],
  [51, '0177.0.0.1'],
  [52, '0177.0x0.0.1'],
  [53, '127.0.0.01'],
  [54, '127.000.000.001'],
  [55, '127.0.0.1.'],
  [56, '127。0。0。1'],
  [57, '１２７.０.０.１'],
  [58, '①②⑦.⓪.⓪.①'],
  [59, '%31%32%37.0.0.1'],
  [60, 'ⓛocalhost'],
  [61, 'loc%61lhost'],
  [62, 'LOCALHOST'],
  [63, 'localhost.'],
  [64, 'a.localhost'],
  [73, '0'],
  [74, '0.0.0.0'],
  [75, '0.1.2.3'],
  [76, '[::]'],
  [77, '10.0.0.1'],
  [78, '172.16.0.1'],
  [79, '172.31.255.255'],
  [80, '192.168.0.1'],
  [81, '100.64.0.1'],
  [82, '169.254.169.254'],
  [83, '169.254.170.2'],
  [84, '100.100.100.200'],
  [85, '192.0.0.192'],
  [87, '198.18.0.1'],
  [88, '192.0.2.1'],
  [89, '198.51.100.1'],
  [90, '203.0.113.1'],
  [91, '192.88.99.1'],
  [92, '224.0.0.1'],
  [93, '240.0.0.1'],
  [94, '255.255.255.255'],
  [95, '[::1]'],
  [96, '[0:0:0:0:0:0:0:1]'],
  [97, '[::ffff:127.0.0.1]'],
  [98, '[::ffff:7f00:1]'],
  [99, '[::ffff:a9fe:a9fe]'],
  [100, '[::127.0.0.1]'],
  [101, '[::ffff:0:127.0.0.1]'],
  [102, '[64:ff9b::7f00:1]'],
  [103, '[64:ff9b::a9fe:a9fe]'],
  [104, '[64:ff9b:1::a00:1]'],
  [105, '[2002:7f00:1::]'],
  [106, '[2002:a9fe:a9fe::1]'],
  [107, '[2001:0:7f00:1::]'],
  [108, '[fe80::1]'],
  [109, '[fe80::1%25eth0]'],
  [110, '[fc00::1]'],
  [111, '[fd00:ec2::254]'],
  [112, '[fec0::1]'],
  [113, '[ff02::1]'],
  [114, '[100::1]'],
  [115, '[2001:db8::1]'],
  [116, '[3fff::1]'],
  [117, '[5f00::1]'],
  [118, '[shop.example]'],
  [125, 'redis:6379'],
  [125, 'postgres:5432'],
  [125, 'host.docker.internal'],
  [125, 'api.prod.svc.cluster.local'],
  [125, 'metadata.google.internal'],
  [125, 'nas.local'],
  [125, 'router.home.arpa'],
  [131, 'shop.example:0'],
  [131, 'shop.example:22'],
  [131, 'shop.example:25'],
  [131, 'shop.example:53'],
  [131, 'shop.example:5432'],
  [131, 'shop.example:6379'],
  [131, 'shop.example:9200'],
  [131, 'shop.example:11211'],
  [131, 'shop.example:65536'],
  [131, '168.63.129.16'],
];

const malformed: [number, string][] = [
  [65, 'http:127.0.0.1/'],
  [65, 'https:127.0.0.1/'],
  [66, 'http:///127.0.0.1/'],
  [66, 'https:///shop.example'],
  [67, '\thttps://shop.example'],
  [67, 'ht\ntps://shop.example'],
  [67, 'https://shop\t.example'],
  [67, ' https://shop.example'],
  [67, 'https://shop.example '],
  [68, 'https://127.0.0.1\\@shop.example'],
  [68, 'https:\\\\shop.example'],
  [69, 'https://shop.example@127.0.0.1'],
  [70, 'https://127.0.0.1#@shop.example'],
  [71, 'https://127.0.0.1?@shop.example'],
  [72, 'https://1.1.1.1 &@127.0.0.1'],
  [128, 'file:///etc/passwd'],
  [128, 'ftp://shop.example'],
  [128, 'gopher://shop.example'],
  [128, 'data:text/html,x'],
  [128, 'javascript:alert(1)'],
  [128, 'blob:https://shop.example/1'],
  [128, 'unix:/var/run/docker.sock'],
  [128, 'http+unix://%2Fvar%2Frun'],
  [128, 'ws://shop.example'],
  [129, '//127.0.0.1'],
  [130, ''],
  [130, '/shop'],
  [130, 'shop.example'],
  [132, 'https://user:password@shop.example'],
  [132, 'https://@shop.example'],
  [133, 'https://shop.example/?a=1'],
  [133, 'https://shop.example?'],
  [133, 'https://shop.example/#top'],
  [133, 'https://shop.example#'],
  [134, `https://shop.example/${'a'.repeat(2049 - 21)}`],
  [134, `https://${'a'.repeat(64)}.example`],
  [134, 'https://'],
  [134, 'https://.example'],
  [134, 'https://shop..example'],
  [135, 'https://shop.example/%0d%0aX: 1'],
  [135, 'https://shop.example%0d%0a.evil.example'],
  [135, 'https://shop.example/%00'],
  [135, 'https://shop.example/\r\nHost: x'],
  [135, 'https://shop.example/\u202Eabc'],
];

describe('B-B base_url: refused', () => {
  it.each(privateHosts)('%i host %s, by either scheme', (_number, host) => {
    for (const scheme of ['http', 'https'])
      expect(normaliseBaseUrl(`${scheme}://${host}/shop`, none)).toEqual({ reason: expect.any(String) });
  });

  it.each(malformed)('%i %j', (_number, text) => {
    expect(normaliseBaseUrl(text, none)).toEqual({ reason: expect.any(String) });
  });

  it.each([undefined, null, 1, {}, ['https://shop.example']])('%p, which is no text', (value) => {
    expect(normaliseBaseUrl(value, none)).toEqual({ reason: 'must be an address' });
  });

  it('plain http of a public shop', () => {
    expect(normaliseBaseUrl('http://shop.example', none)).toEqual({ reason: 'must use https' });
  });

  it('127 one allow-listed private address does not open another', () => {
    const one = new HostAllowlist(['10.1.2.3']);
    expect(normalised('http://10.1.2.3', one)).toBe('http://10.1.2.3');
    expect(normalised('http://10.1.2.4', one)).toBeUndefined();
    expect(normalised('http://127.0.0.1', one)).toBeUndefined();
    expect(normalised('http://shop.example', one)).toBeUndefined();
  });
});

describe('base_url is normalised', () => {
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
  ])('%s is stored as %s', (text, expected) => {
    expect(normalised(text)).toBe(expected);
  });

  it('136 a homograph is accepted and stored as punycode', () => {
    expect(normalised('https://shоp.example')).toMatch(/^https:\/\/xn--[a-z0-9-]+\.example$/);
  });

  it('is the same when it is normalised again', () => {
    fc.assert(
      fc.property(fc.webUrl({ validSchemes: ['https', 'http'] }), (text) => {
        const once = normalised(text, new HostAllowlist(['127.0.0.1']));
        if (once !== undefined) expect(normalised(once, new HostAllowlist(['127.0.0.1']))).toBe(once);
      }),
    );
  });

  it('never raises', () => {
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

describe('STORE_HOST_ALLOWLIST: hosts that may be called although private, and over plain http', () => {
  it.each([
    ['http://127.0.0.1:43121', 'http://127.0.0.1:43121'],
    ['http://127.0.0.1:6379/', 'http://127.0.0.1:6379'],
    ['http://LOCALHOST:8080', 'http://localhost:8080'],
    ['http://[::1]:8080/', 'http://[::1]:8080'],
    ['http://2130706433:80/', 'http://127.0.0.1'],
  ])('with the loopback ranges %s is %s', (text, expected) => {
    expect(normalised(text, loopback)).toBe(expected);
  });

  it('port 0 is never allowed', () => {
    expect(normalised('http://127.0.0.1:0', loopback)).toBeUndefined();
  });

  it('a host name is allowed by its exact name', () => {
    const named = new HostAllowlist(['Shop-A', 'shop.internal']);
    expect(normalised('http://shop-a:9200', named)).toBe('http://shop-a:9200');
    expect(normalised('http://shop.internal', named)).toBe('http://shop.internal');
    expect(normalised('http://other.shop.internal', named)).toBeUndefined();
    expect(normalised('http://localhost', named)).toBeUndefined();
  });

  it('an address within IPv6 is not the address it embeds', () => {
    expect(normalised('http://[::ffff:127.0.0.1]', loopback)).toBeUndefined();
  });

  it.each(['10.0.0.0/33', '300.1.1.1', 'a b', 'http://shop.example', 'shop.example:80', '*.example', '', '10.0.0'])(
    'the entry %j is an error',
    (entry) => {
      expect(() => new HostAllowlist([entry])).toThrow(/neither a CIDR range, an address nor a host name/);
    },
  );
});
