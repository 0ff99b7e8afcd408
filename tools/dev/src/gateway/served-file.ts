import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { acceptedEncoding, type Encoding } from './accepted-encoding';
import type { LocalRoute } from './local-route';

const contentTypes = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json',
  // TypeScript has no registered media type.
  '.ts': 'text/plain; charset=utf-8',
} as const;

export interface FileToServe {
  file: string;
  type: keyof typeof contentTypes;
  cacheControl: string;
  headers?: OutgoingHttpHeaders;
}

type Encode = (content: Buffer) => Promise<Buffer>;

const encoders: Readonly<Record<Encoding, Encode>> = {
  identity: (content) => Promise.resolve(content),
  // The default quality of 11 takes a second for a large script.
  br: (content) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (content) => promisify(gzip)(content),
};

/** Reads the file once. Compresses it when a client first asks for that encoding. Rejects if the file is missing. */
export async function servedFile({ file, type, cacheControl, headers }: FileToServe): Promise<LocalRoute> {
  const content = await readFile(file);
  const bodies = new Map<Encoding, Promise<Buffer>>();
  const bodyIn = (encoding: Encoding): Promise<Buffer> => {
    const body = bodies.get(encoding) ?? encoders[encoding](content);
    bodies.set(encoding, body);
    return body;
  };
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 22);
  const always = { ...headers, 'Cache-Control': cacheControl, Vary: 'Accept-Encoding', 'X-Content-Type-Options': 'nosniff' };
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    const tagged = { ...always, ETag: `"${hash}-${encoding}"` };
    if (isCached(request, tagged.ETag)) response.writeHead(304, tagged).end();
    else send(request, response, await bodyIn(encoding), { ...tagged, 'Content-Type': contentTypes[type], ...encodedAs(encoding) });
  };
  return { methods: ['GET'], respond: (request, response) => void respond(request, response) };
}

function encodedAs(encoding: Encoding): OutgoingHttpHeaders {
  return encoding === 'identity' ? {} : { 'Content-Encoding': encoding };
}

/** Compares tags weakly (RFC 9110, 13.1.2), because a proxy may have weakened them. */
function isCached({ headers }: IncomingMessage, tag: string): boolean {
  const known = headers['if-none-match'];
  return known !== undefined && known.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag);
}

function send({ method }: IncomingMessage, response: ServerResponse, body: Buffer, headers: OutgoingHttpHeaders): void {
  response.writeHead(200, { ...headers, 'Content-Length': body.length }).end(method === 'HEAD' ? undefined : body);
}
