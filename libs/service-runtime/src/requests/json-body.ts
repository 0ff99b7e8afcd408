import type { IncomingMessage } from 'node:http';
import { UnsupportedMediaTypeException } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem, type ProblemDetail } from '../problems/problem';
import { IncomingBodies } from './incoming-bodies';
import { refuseCodedBodies } from './refuse-coded-bodies';

const limit = 131_072;
const deepest = 32;
const mostMembers = 10_000;

interface Place {
  value: unknown;
  pointer: string;
  depth: number;
}

/** Bodies are JSON objects, and nothing else is parsed. What later code could stumble over is refused here, before any of it runs. */
export function acceptJsonObjects(server: FastifyInstance): void {
  const bodies = new IncomingBodies({ limit });
  refuseCodedBodies(server);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', async ({ headers }: FastifyRequest, stream: IncomingMessage) =>
    parseBody((await bodies.read(stream, headers['content-length'])).toString('utf8')),
  );
  // Some proxies announce a body where there is none.
  server.addContentTypeParser('*', async ({ headers }: FastifyRequest, stream: IncomingMessage) => {
    const { length } = await bodies.read(stream, headers['content-length']);
    if (length === 0 && headers['content-type'] === undefined) return {};
    throw new UnsupportedMediaTypeException();
  });
}

/** Throws Problem. An empty body is an empty object. */
export function parseBody(text: string): Record<string, unknown> {
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

/** A loop, not a recursion: a small text can be nested deeper than the stack. */
function checkValues(body: Record<string, unknown>): ProblemDetail[] {
  const errors: ProblemDetail[] = [];
  const places: Place[] = [{ value: body, pointer: '', depth: 1 }];
  let members = 0;
  for (let place = places.pop(); place; place = places.pop()) {
    const { value, pointer, depth } = place;
    if (typeof value === 'string' && !isText(value)) errors.push({ pointer, detail: 'The text holds characters that cannot be stored.' });
    if (typeof value !== 'object' || value === null) continue;
    if (depth > deepest) throw new Problem('malformed-request', `The body is nested more than ${deepest} levels deep.`);
    for (const key of Object.keys(value)) {
      members += 1;
      if (members > mostMembers) throw new Problem('malformed-request', `The body has more than ${mostMembers} members.`);
      const below = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (isPrototypeKey(key) || !isText(key))
        errors.push({ pointer: isText(below) ? below : pointer, detail: 'This name is not allowed.' });
      else places.push({ value: (value as Record<string, unknown>)[key], pointer: below, depth: depth + 1 });
    }
  }
  return errors;
}

/** Postgres stores neither NUL nor half of a surrogate pair. */
function isText(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}

function isPrototypeKey(key: string): boolean {
  return key === '__proto__' || key === 'constructor' || key === 'prototype';
}
