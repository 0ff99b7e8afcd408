import { placeOf } from './place-of-shop';

describe('the place of a shop', () => {
  it.each([
    'https://shop.example',
    'https://shop.example/',
    'http://SHOP.example:80//',
    'https://shop.example:443',
    'https://shop.example./?a=b',
  ])('is the same by %s', (address) => expect(placeOf(address)).toBe(placeOf('https://shop.example')));

  it.each(['https://www.shop.example', 'https://shop.example/staging', 'https://shop.example:8443', 'https://shop.example.evil.example'])(
    'is another one by %s',
    (address) => expect(placeOf(address)).not.toBe(placeOf('https://shop.example')),
  );

  it.each([null, '', 'shop.example', '/', 'ftp://shop.example', 'javascript:1', 'https://'])('is unknown by %j', (address) => {
    expect(placeOf(address)).toBeNull();
  });
});
