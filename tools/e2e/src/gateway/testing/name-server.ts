import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A DNS server that gives every name these IPv4 addresses. */
export async function nameServer(addresses: readonly string[]): Promise<{ address: string; close: () => void }> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const questionEnd = query.indexOf(0, 12) + 5;
    const header = Buffer.from([query[0]!, query[1]!, 0x81, 0x80, 0, 1, 0, addresses.length, 0, 0, 0, 0]);
    // A pointer to the name in the question, type A, class IN, 60 s, 4 bytes.
    const answers = addresses.map((one) => Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...one.split('.').map(Number)]));
    socket.send(Buffer.concat([header, query.subarray(12, questionEnd), ...answers]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, close: () => socket.close() };
}
