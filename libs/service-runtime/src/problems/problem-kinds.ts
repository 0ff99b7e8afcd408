/**
 * Every kind of error that the service responds with. docs/problems.md describes each; a test keeps the two in step.
 * `detail` is the default when nothing more specific is known or may be disclosed.
 */
export const problemKinds = {
  'malformed-request': {
    status: 400,
    title: 'The request cannot be read',
    detail: 'The body is not valid JSON, or the URL cannot be decoded.',
  },
  unauthorized: { status: 401, title: 'A valid bearer token is required', detail: 'This access token is unknown.' },
  'invalid-signature': {
    status: 401,
    title: 'A valid signature is required',
    detail: 'The webhook is not signed with the secret of this connection.',
  },
  forbidden: {
    status: 403,
    title: 'This token does not allow that',
    detail: 'The status of this token’s connection does not allow this request.',
  },
  'not-found': { status: 404, title: 'There is nothing here', detail: 'Nothing exists at this address.' },
  'method-not-allowed': {
    status: 405,
    title: 'This address does not take that method',
    detail: 'This address does not accept that method.',
  },
  'not-acceptable': { status: 406, title: 'Only JSON is served', detail: 'Only JSON is served.' },
  'request-timeout': {
    status: 408,
    title: 'The request took too long to arrive',
    detail: 'The request took too long to arrive.',
  },
  conflict: {
    status: 409,
    title: 'The current state does not allow that',
    detail: 'Another request is changing the same resource. Try again.',
  },
  'payload-too-large': {
    status: 413,
    title: 'The request is too large',
    detail: 'The body is larger than this address accepts.',
  },
  'uri-too-long': { status: 414, title: 'The address is too long', detail: 'The address is too long.' },
  'unsupported-media-type': { status: 415, title: 'The body must be JSON', detail: 'Send the body as application/json.' },
  'validation-failed': { status: 422, title: 'Some values are not valid', detail: 'Some values are not valid.' },
  'verification-failed': {
    status: 422,
    title: 'The credentials could not be verified',
    detail: 'The credentials could not be verified.',
  },
  'invalid-connection-token': {
    status: 422,
    title: 'The connection token cannot be used here',
    detail: 'The connection token is not valid, or belongs to another kind of handshake.',
  },
  'too-many-requests': { status: 429, title: 'Too many requests', detail: 'Wait for the time given in Retry-After.' },
  'headers-too-large': { status: 431, title: 'The headers are too large', detail: 'The headers are too large.' },
  'internal-error': {
    status: 500,
    title: 'Something went wrong',
    detail: 'The request failed. The service has logged the reason.',
  },
  'service-unavailable': {
    status: 503,
    title: 'The service cannot work just now',
    detail: 'A dependency of the service is unavailable. Try again shortly.',
  },
} as const;

export type ProblemKind = keyof typeof problemKinds;
