import type { IncomingMessage } from 'node:http';

/** Rejects a larger body, so that a client cannot fill the memory. */
const maxBytes = 1_048_576;

export async function bodyText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > maxBytes) throw new Error('The body is too large.');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}
