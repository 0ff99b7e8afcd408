import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { acceptedEncoding, type Encoding } from './accepted-encoding';
import type { OwnAnswer } from './own-answer';

const contentTypes = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json',
  // No type of its own is registered for TypeScript.
  '.ts': 'text/plain; charset=utf-8',
} as const;

export interface FileToServe {
  file: string;
  type: keyof typeof contentTypes;
  cacheControl: string;
  headers?: OutgoingHttpHeaders;
}

type Forms = Readonly<Record<Encoding, Buffer>>;

/** Reads the file once and keeps it with its compressed forms. Rejects when it is not there. */
export async function servedFile({ file, type, cacheControl, headers }: FileToServe): Promise<OwnAnswer> {
  const content = await readFile(file);
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(content), promisify(gzip)(content, { level: 9 })]);
  const forms: Forms = { identity: content, br, gzip: zipped };
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 22);
  const always = { ...headers, 'Cache-Control': cacheControl, Vary: 'Accept-Encoding', 'X-Content-Type-Options': 'nosniff' };
  return {
    methods: ['GET'],
    answer: (request, response) => {
      const encoding = acceptedEncoding(request.headers['accept-encoding']);
      const tagged = { ...always, ETag: `"${hash}-${encoding}"` };
      if (isKnown(request, tagged.ETag)) response.writeHead(304, tagged).end();
      else send(request, response, forms[encoding], { ...tagged, 'Content-Type': contentTypes[type], ...encodedAs(encoding) });
    },
  };
}

function encodedAs(encoding: Encoding): OutgoingHttpHeaders {
  return encoding === 'identity' ? {} : { 'Content-Encoding': encoding };
}

/** RFC 9110, 13.1.2: tags are compared weakly, since something in between may have weakened them. */
function isKnown({ headers }: IncomingMessage, tag: string): boolean {
  const known = headers['if-none-match'];
  return known !== undefined && known.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag);
}

function send({ method }: IncomingMessage, response: ServerResponse, body: Buffer, headers: OutgoingHttpHeaders): void {
  response.writeHead(200, { ...headers, 'Content-Length': body.length }).end(method === 'HEAD' ? undefined : body);
}
