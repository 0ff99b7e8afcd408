import { connect } from 'node:net';
import type { WireResponse } from './exchange';

/** Sends raw bytes and reads until the server closes. Null: closed without a response. */
export function sendRaw(url: string, bytes: string, withinMs = 30_000): Promise<WireResponse | null> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let received = '';
    const late = setTimeout(() => {
      socket.destroy();
      reject(new Error(`Neither responded nor closed within ${withinMs / 1000} s`));
    }, withinMs);
    socket.setEncoding('utf8').on('data', (text: string) => (received += text));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(late);
      resolve(received === '' ? null : parse(received));
    });
    socket.write(bytes, 'latin1');
  });
}

function parse(received: string): WireResponse {
  const [head = '', ...rest] = received.split('\r\n\r\n');
  const [line = '', ...lines] = head.split('\r\n');
  const headers = lines.map((text): [string, string] => [
    text.split(':', 1)[0]?.toLowerCase() ?? '',
    text.slice(text.indexOf(':') + 1).trim(),
  ]);
  return { status: Number(line.split(' ')[1]), headers, text: rest.join('\r\n\r\n') };
}
