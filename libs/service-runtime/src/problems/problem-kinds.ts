/** Every kind of error that an app of this service answers with. docs/problems.md describes each; a test keeps the two alike. */
export const problemKinds = {
  'malformed-request': { status: 400, title: 'The request cannot be read' },
  unauthorized: { status: 401, title: 'A valid bearer token is required' },
  'invalid-signature': { status: 401, title: 'A valid signature is required' },
  forbidden: { status: 403, title: 'This token does not allow that' },
  'not-found': { status: 404, title: 'There is nothing here' },
  'method-not-allowed': { status: 405, title: 'This address does not take that method' },
  'not-acceptable': { status: 406, title: 'Only JSON is served' },
  'request-timeout': { status: 408, title: 'The request took too long to arrive' },
  conflict: { status: 409, title: 'The current state does not allow that' },
  'payload-too-large': { status: 413, title: 'The request is too large' },
  'uri-too-long': { status: 414, title: 'The address is too long' },
  'unsupported-media-type': { status: 415, title: 'The body must be JSON' },
  'validation-failed': { status: 422, title: 'Some values are not valid' },
  'verification-failed': { status: 422, title: 'The credentials could not be verified' },
  'invalid-connection-token': { status: 422, title: 'The connection token cannot be used here' },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  'headers-too-large': { status: 431, title: 'The headers are too large' },
  'internal-error': { status: 500, title: 'Something went wrong' },
  'service-unavailable': { status: 503, title: 'The service cannot work just now' },
} as const;

export type ProblemKind = keyof typeof problemKinds;
