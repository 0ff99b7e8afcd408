import { byteSize } from './byte-size';

it.each([
  [0, '0 bytes'],
  [1_023, '1023 bytes'],
  [1_024, '1 KiB'],
  [1_300_000, '1.2 MiB'],
  [5 * 1024 ** 3, '5 GiB'],
  [Number.MAX_SAFE_INTEGER, '8 PiB'],
])('%d bytes are %s', (bytes, text) => {
  expect(byteSize(bytes)).toBe(text);
});
