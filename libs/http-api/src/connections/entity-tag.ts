import { createHash } from 'node:crypto';
import {
  applyDecorators,
  createParamDecorator,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  type Type,
} from '@nestjs/common';
import { ApiHeader, ApiOkResponse } from '@nestjs/swagger';
import type { ConnectionConfiguration } from '@sync/domain';
import { ApiProblems } from '@sync/service-runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { tap, type Observable } from 'rxjs';

/** One of a list. RFC 9110, 8.8.3: a tag may hold commas. */
const entityTag = /(?:W\/)?"[!\x23-\x7e\x80-\uffff]*"/g;

/** Of the values alone, so that one configuration has one tag at every door. Postgres may reorder members. */
function entityTagOf(configuration: ConnectionConfiguration): string {
  const members = Object.entries(configuration).sort(([one], [other]) => (one < other ? -1 : 1));
  return `"${createHash('sha256').update(JSON.stringify(members)).digest('base64url')}"`;
}

/** Whether `If-Match` (RFC 9110, 13.1.1) allows a change of this configuration. A weak tag matches nothing. */
function isCurrent(ifMatch: string, configuration: ConnectionConfiguration): boolean {
  if (ifMatch.trim() === '*') return true;
  const current = entityTagOf(configuration);
  return [...ifMatch.matchAll(entityTag)].some(([tag]) => tag === current);
}

/** Parameter decorator: what `If-Match` demands of the stored configuration; undefined without the header. */
export const IfMatch = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const header = context.switchToHttp().getRequest<FastifyRequest>().headers['if-match'];
  return header === undefined ? undefined : (configuration: ConnectionConfiguration) => isCurrent(header, configuration);
});

class SendEntityTag implements NestInterceptor<{ configuration: ConnectionConfiguration }> {
  intercept(context: ExecutionContext, next: CallHandler<{ configuration: ConnectionConfiguration }>): Observable<unknown> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(tap(({ configuration }) => void reply.header('etag', entityTagOf(configuration))));
  }
}

/** Method decorator: the response holds a configuration, and `ETag` names its present state. */
export function ConfigurationResult(type: Type, description: string): MethodDecorator {
  const ETag = {
    description: 'Of the stored values. Send it as `If-Match` with a change of them.',
    required: true,
    schema: { type: 'string' },
  };
  return applyDecorators(UseInterceptors(SendEntityTag), ApiOkResponse({ type, description, headers: { ETag } }));
}

/** Method decorator: the route changes the configuration only in the state that `If-Match` names. */
export function Conditional(): MethodDecorator {
  const description = 'The `ETag` of what the change is based on. If the stored values have changed since: 412, and nothing is stored.';
  return applyDecorators(
    ApiHeader({ name: 'If-Match', required: false, description, schema: { type: 'string' } }),
    ApiProblems('precondition-failed'),
  );
}
