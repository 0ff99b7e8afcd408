import { connect } from 'node:net';

export interface Received {
  text: string;
  /** Of each response. */
  statuses: number[];
  /** Until the connection closed. */
  seconds: number;
}

/**
 * Sends raw bytes and reads until the other side closes the connection. With `part` it keeps sending that, even after a response with
 * Connection: close.
 */
export function rawConnection(url: string, bytes: string, part?: string, everyMs = 500): Promise<Received> {
  const { hostname, port } = new URL(url);
  const since = Date.now();
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const sending = setInterval(() => part !== undefined && socket.writable && socket.write(part), everyMs);
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString())).on('error', () => undefined);
    socket.on('end', () => part === undefined && socket.end());
    socket.on('close', () => {
      clearInterval(sending);
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));
      resolve({ text, statuses, seconds: (Date.now() - since) / 1_000 });
    });
    socket.write(bytes, 'latin1');
  });
}

/** The headers, in lower case, and the problem of a single response. */
export function problemIn({ text }: Received): { headers: Record<string, string>; problem: Record<string, unknown> } {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const lines = head.split('\r\n').slice(1);
  const headers = lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]);
  return {
    headers: Object.fromEntries(headers) as Record<string, string>,
    problem: JSON.parse(body) as Record<string, unknown>,
  };
}
