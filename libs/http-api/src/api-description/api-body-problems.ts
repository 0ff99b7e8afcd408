import { ApiProblems } from '@sync/service-runtime';

/** Method decorator: documents the problems of a request body that cannot be read. */
export function ApiBodyProblems(): MethodDecorator {
  return ApiProblems('malformed-request', 'payload-too-large', 'unsupported-media-type');
}
