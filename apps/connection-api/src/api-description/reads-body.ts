import { AnswersProblems } from '@sync/service-runtime';

/** Method decorator: documents what a route that reads a JSON body answers when the body cannot be read. */
export function ReadsBody(): MethodDecorator {
  return AnswersProblems('malformed-request', 'payload-too-large', 'unsupported-media-type');
}
