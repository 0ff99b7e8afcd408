/**
 * Every kind of error that the service responds with: the one source of docs/problems.md, which a test compares, and of the pages at
 * /problems/. `detail` is the default when nothing more specific is known or may be disclosed. In `cause` and `remedy`, backticks mark code.
 */
export const problemKinds = {
  'malformed-request': {
    status: 400,
    title: 'The request cannot be read',
    detail: 'The body is not valid JSON, or the URL cannot be decoded.',
    cause:
      'The body is not well-formed JSON, is nested more than 32 levels deep, has more than 10,000 members or a name of more than 200 characters, or the address cannot be decoded.',
    remedy: 'Send well-formed JSON within these limits to a well-formed address.',
  },
  unauthorized: {
    status: 401,
    title: 'A valid bearer token is required',
    detail: 'This access token is unknown.',
    cause:
      'No access token came with the request, it came more than once, or the service does not know it: it was revoked, replaced or has ended. In the admin API: there is no session, or it has ended.',
    remedy:
      'Send `Authorization: Bearer sca_…`, once. `WWW-Authenticate` says whether a token was missing or unknown. Issue a new token for an unknown one. In the admin API: sign in again.',
  },
  'sign-in-refused': {
    status: 401,
    title: 'The sign-in was refused',
    detail: 'Login, password or code is wrong.',
    cause:
      'Login, password or code is wrong, the code was used already, a first password was not changed within 7 days, or the account is disabled. The response does not say which.',
    remedy: 'Try again with the next code. A super administrator can reset the password and the second factor.',
  },
  'invalid-signature': {
    status: 401,
    title: 'A valid signature is required',
    detail: 'The webhook is not signed with the secret of this connection.',
    cause: 'A webhook is not signed with the secret of its connection. An unknown connection gets the same response.',
    remedy: 'Sign the bytes of the body with the `webhook_secret` of this connection: HMAC-SHA256, in base64 or hex.',
  },
  forbidden: {
    status: 403,
    title: 'This token does not allow that',
    detail: 'The status of this token’s connection does not allow this request.',
    cause:
      'The token is known, but its origin or the status of its connection does not allow the request; or the origin of the page may not initialise a direct system. In the admin API: the role of the user does not allow it, or a page of another site sent it.',
    remedy: 'Use a token of the kind that the route takes, and read the status of its connection.',
  },
  'password-change-required': {
    status: 403,
    title: 'The password must be changed first',
    detail: 'Change the generated password first: PUT /api/admin/me/password.',
    cause: 'The password of this user was generated. Until it is changed, only the routes below `/api/admin/me` and signing out work.',
    remedy: 'Change it with `PUT /api/admin/me/password`.',
  },
  'totp-required': {
    status: 403,
    title: 'A second factor must be set up first',
    detail: 'Set up a second factor first: POST /api/admin/me/totp.',
    cause: 'This service requires a second factor of super administrators (`ADMIN_REQUIRE_TOTP`), and this user has none.',
    remedy: 'Set one up with `POST /api/admin/me/totp` and confirm it with a code.',
  },
  'not-found': {
    status: 404,
    title: 'There is nothing here',
    detail: 'Nothing exists at this address.',
    cause: 'The address or id does not exist, or belongs to another tenant.',
    remedy: 'Compare the address with the API description, and the id with the list of your connections.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'This address does not take that method',
    detail: 'This address does not accept that method.',
    cause: 'The address exists, but not for this method.',
    remedy: 'Use one of the methods in `Allow`.',
  },
  'not-acceptable': {
    status: 406,
    title: 'Only JSON is served',
    detail: 'Only JSON is served.',
    cause: 'Reserved: no route responds with it today.',
    remedy: 'Accept `application/json`.',
  },
  'request-timeout': {
    status: 408,
    title: 'The request took too long to arrive',
    detail: 'The request took too long to arrive.',
    cause:
      'The headers took longer than 5 seconds to arrive, or the whole request longer than 10. Under heavy load slow requests are cut earlier.',
    remedy: 'Send the request again, in one go.',
  },
  conflict: {
    status: 409,
    title: 'The current state does not allow that',
    detail: 'Another request is changing the same resource. Try again.',
    cause:
      'The state of the resource does not allow the change, for example a sync of a connection that is not active; or another request changed it meanwhile.',
    remedy: 'Read its status, and try again if it still applies.',
  },
  'precondition-failed': {
    status: 412,
    title: 'What the request is based on has changed',
    detail: 'The resource has changed since it was read. Read it again.',
    cause: 'The resource no longer has an entity tag that `If-Match` names: another request changed it meanwhile. Nothing was stored.',
    remedy: 'Read it again, and send the change with the new `ETag` if it still applies.',
  },
  'payload-too-large': {
    status: 413,
    title: 'The request is too large',
    detail: 'The body is larger than this address accepts.',
    cause:
      'The body is larger than 128 KiB, credentials than 16 KiB, or a webhook than `WEBHOOK_MAX_BYTES` (1 MiB); or it comes in many tiny chunks.',
    remedy: 'Send less at a time. If the detail mentions chunks, send larger ones.',
  },
  'uri-too-long': {
    status: 414,
    title: 'The address is too long',
    detail: 'The address is too long.',
    cause: 'An id in the address has 200 characters or more.',
    remedy: 'Check how the address is put together. Far longer addresses get 431.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'The body must be JSON',
    detail: 'Send the body as application/json.',
    cause: 'The body is not declared as JSON, or is compressed.',
    remedy: 'Send `Content-Type: application/json` and no `Content-Encoding`.',
  },
  'validation-failed': {
    status: 422,
    title: 'Some values are not valid',
    detail: 'Some values are not valid.',
    cause: 'At least one value is missing, of the wrong type or out of its range, or a query parameter is unknown.',
    remedy: '`errors` names each value by its pointer. Correct them and send the request again.',
  },
  'verification-failed': {
    status: 422,
    title: 'The credentials could not be verified',
    detail: 'The credentials could not be verified.',
    cause:
      'The shop did not confirm the credentials, did not respond, or is another one than before. Nothing was stored, and a connection token stays valid.',
    remedy:
      'Check the address and the credentials, and that the plugin responds. A plugin that finalises with a connection token gets the `reason`; to all others only the log of the service gives it.',
  },
  'invalid-connection-token': {
    status: 422,
    title: 'The connection token cannot be used here',
    detail: 'The connection token is not valid, or belongs to another kind of handshake.',
    cause: 'The connection token is unknown, used, expired, or of the other handshake.',
    remedy: 'Request a new one.',
  },
  'too-many-requests': {
    status: 429,
    title: 'Too many requests',
    detail: 'Wait for the time given in Retry-After.',
    cause:
      'This client, or all clients together, sent more requests than the route allows; or too many large pages of the records feed are being read.',
    remedy: 'Wait for the seconds in `Retry-After`. For the records feed: read fewer large pages at a time.',
  },
  'headers-too-large': {
    status: 431,
    title: 'The headers are too large',
    detail: 'The headers are too large.',
    cause: 'Address and headers together take more than 16 KiB.',
    remedy: 'Send fewer or shorter headers.',
  },
  'internal-error': {
    status: 500,
    title: 'Something went wrong',
    detail: 'The request failed. The service has logged the reason.',
    cause: 'The service failed in a way that it did not expect.',
    remedy: 'Report the `X-Request-Id` of the response: the log has the details.',
  },
  'service-unavailable': {
    status: 503,
    title: 'The service cannot work just now',
    detail: 'A dependency of the service is unavailable. Try again shortly.',
    cause: 'A dependency such as Postgres is unavailable, or the service is stopping.',
    remedy: 'Retry after the seconds in `Retry-After`.',
  },
} as const;

export type ProblemKind = keyof typeof problemKinds;
