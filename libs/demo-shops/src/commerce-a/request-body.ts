import type { IncomingMessage } from 'node:http';

/** The whole body as text; rejects above the limit, so that a client cannot fill the memory. */
export async function bodyText(request: IncomingMessage, maximumBytes = 1_048_576): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > maximumBytes) throw new Error('The body is too large.');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}
