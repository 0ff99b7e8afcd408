interface Malformed {
  name: string;
  bytes: string;
  /** One of them is the response. */
  statuses: readonly number[];
}

const head = 'POST /api/system-connections/register HTTP/1.1\r\nHost: x\r\n';

/** What no client should send, byte for byte. */
export const malformed: readonly Malformed[] = [
  { name: 'a line that is not a request', bytes: 'NONSENSE\r\n\r\n', statuses: [400] },
  { name: 'an unknown method', bytes: 'BREW /api/system-connections HTTP/1.1\r\nHost: x\r\n\r\n', statuses: [400, 405, 501] },
  { name: 'headers of 100 kB', bytes: `${head}X-Large: ${'x'.repeat(100_000)}\r\n\r\n`, statuses: [431] },
  {
    name: 'Content-Length and Transfer-Encoding',
    bytes: `${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    statuses: [400],
  },
  { name: 'two lengths', bytes: `${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, statuses: [400] },
  { name: 'a length that is not a number', bytes: `${head}Content-Length: ten\r\n\r\n{}`, statuses: [400] },
  {
    name: 'a length of 10 GB',
    bytes: `${head}Connection: close\r\nContent-Type: application/json\r\nContent-Length: 10000000000\r\n\r\n{`,
    statuses: [413],
  },
  { name: 'a folded header', bytes: `${head}X-A: b\r\n c\r\n\r\n`, statuses: [400] },
  {
    name: 'an unknown expectation',
    bytes: `${head}Connection: close\r\nExpect: nonsense\r\nContent-Length: 0\r\n\r\n`,
    statuses: [400, 417, 422],
  },
  { name: 'no Host', bytes: 'GET /api/system-connections HTTP/1.1\r\n\r\n', statuses: [400] },
  { name: 'headers that never end', bytes: `${head}X-A: b\r\n`, statuses: [408] },
  {
    name: 'a body that never ends',
    bytes: `${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    statuses: [408],
  },
];
