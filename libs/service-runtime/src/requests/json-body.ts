import type { IncomingMessage } from 'node:http';
import { UnsupportedMediaTypeException } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem, type ProblemDetail } from '../problems/problem';
import { IncomingBodies } from './incoming-bodies';
import { refuseEncodedBodies } from './refuse-encoded-bodies';

const maxBytes = 131_072;
const maxDepth = 32;
const maxMembers = 10_000;

interface Place {
  value: unknown;
  pointer: string;
  depth: number;
}

/** Only JSON objects are parsed. Values that later code or Postgres cannot handle are rejected here. */
export function parseJsonBodies(server: FastifyInstance): void {
  const bodies = new IncomingBodies({ maxBytes });
  refuseEncodedBodies(server);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', async ({ headers }: FastifyRequest, stream: IncomingMessage) =>
    parseBody((await bodies.read(stream, headers['content-length'])).toString('utf8')),
  );
  // Some proxies announce a body on requests without one.
  server.addContentTypeParser('*', async ({ headers }: FastifyRequest, stream: IncomingMessage) => {
    const { length } = await bodies.read(stream, headers['content-length']);
    if (length === 0 && headers['content-type'] === undefined) return {};
    throw new UnsupportedMediaTypeException();
  });
}

/** Throws Problem. An empty body counts as an empty object. */
function parseBody(text: string): Record<string, unknown> {
  if (text.trim() === '') return {};
  const body = parse(text);
  const errors = checkValues(body);
  if (errors.length > 0) throw Problem.invalid(errors);
  return body;
}

function parse(text: string): Record<string, unknown> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new Problem('malformed-request', 'The body is not JSON.');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw Problem.invalid([{ pointer: '', detail: 'The body must be a JSON object.' }]);
  }
  return body as Record<string, unknown>;
}

/** A loop, not recursion: a short text can be nested deeper than the stack. */
function checkValues(body: Record<string, unknown>): ProblemDetail[] {
  const errors: ProblemDetail[] = [];
  const places: Place[] = [{ value: body, pointer: '', depth: 1 }];
  let members = 0;
  for (let place = places.pop(); place; place = places.pop()) {
    const { value, pointer, depth } = place;
    if (typeof value === 'string' && !isText(value)) errors.push({ pointer, detail: 'The text holds characters that cannot be stored.' });
    if (typeof value !== 'object' || value === null) continue;
    if (depth > maxDepth) throw new Problem('malformed-request', `The body is nested more than ${maxDepth} levels deep.`);
    for (const key of Object.keys(value)) {
      members += 1;
      if (members > maxMembers) throw new Problem('malformed-request', `The body has more than ${maxMembers} members.`);
      const below = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (isPrototypeKey(key) || !isText(key))
        errors.push({ pointer: isText(below) ? below : pointer, detail: 'This name is not allowed.' });
      else places.push({ value: (value as Record<string, unknown>)[key], pointer: below, depth: depth + 1 });
    }
  }
  return errors;
}

/** Postgres stores neither NUL nor lone surrogates. */
function isText(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}

function isPrototypeKey(key: string): boolean {
  return key === '__proto__' || key === 'constructor' || key === 'prototype';
}
