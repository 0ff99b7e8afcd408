import { acceptedEncoding } from './accepted-encoding';

describe('encoding by Accept-Encoding', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.000, gzip ;q=0', 'identity'],
    ['br;q=0.001', 'br'],
    ['deflate', 'identity'],
    ['*', 'identity'],
  ])('%s: %s', (header, encoding) => expect(acceptedEncoding(header)).toBe(encoding));
});
