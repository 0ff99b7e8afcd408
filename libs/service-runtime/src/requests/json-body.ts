import type { IncomingMessage } from 'node:http';
import { UnsupportedMediaTypeException } from '@nestjs/common';
import { isStorable } from '@sync/records';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { maxErrors, Problem, type ProblemDetail } from '../problems/problem';
import { IncomingBodies } from './incoming-bodies';
import { refuseEncodedBodies } from './refuse-encoded-bodies';

const maxBytes = 131_072;
const maxDepth = 32;
const maxMembers = 10_000;
const maxNameLength = 200;

/** A value of the body. Its pointer is put together only for an error: those of all members together may be far longer than the body. */
interface Place {
  value: unknown;
  name: string;
  above: Place | null;
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
  // Some proxies announce a body on requests without one, and WordPress names a type for it.
  server.addContentTypeParser('*', async ({ headers }: FastifyRequest, stream: IncomingMessage) => {
    const { length } = await bodies.read(stream, headers['content-length']);
    if (length === 0) return {};
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

/** At most `maxErrors`. A loop, not recursion: a short text can be nested deeper than the stack. */
function checkValues(body: Record<string, unknown>): ProblemDetail[] {
  const errors: ProblemDetail[] = [];
  const places: Place[] = [{ value: body, name: '', above: null, depth: 1 }];
  let members = 0;
  for (let place = places.pop(); place && errors.length < maxErrors; place = places.pop()) {
    const { value, depth } = place;
    if (typeof value === 'string' && !isStorable(value))
      errors.push({ pointer: pointerOf(place), detail: 'The text holds characters that cannot be stored.' });
    if (typeof value !== 'object' || value === null) continue;
    if (depth > maxDepth) throw new Problem('malformed-request', `The body is nested more than ${maxDepth} levels deep.`);
    for (const name of Object.keys(value)) {
      members += 1;
      if (members > maxMembers) throw new Problem('malformed-request', `The body has more than ${maxMembers} members.`);
      if (name.length > maxNameLength)
        throw new Problem('malformed-request', `The body has a name of more than ${maxNameLength} characters.`);
      const below = { value: (value as Record<string, unknown>)[name], name, above: place, depth: depth + 1 };
      if (isAllowed(name)) places.push(below);
      else if (errors.length < maxErrors)
        errors.push({ pointer: pointerOf(isStorable(name) ? below : place), detail: 'This name is not allowed.' });
    }
  }
  return errors;
}

function pointerOf({ name, above }: Place): string {
  return above === null ? '' : `${pointerOf(above)}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function isAllowed(name: string): boolean {
  return isStorable(name) && name !== '__proto__' && name !== 'constructor' && name !== 'prototype';
}
