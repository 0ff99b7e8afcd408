import type { ShopResponse } from '../base/shop-response';

const common = {
  'Content-Type': 'application/json; charset=UTF-8',
  'X-Robots-Tag': 'noindex',
  'X-Content-Type-Options': 'nosniff',
  'Access-Control-Expose-Headers': 'X-WP-Total, X-WP-TotalPages, Link',
  'Access-Control-Allow-Headers': 'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type',
};
const notCached = {
  Expires: 'Wed, 11 Jan 1984 05:00:00 GMT',
  'Cache-Control': 'no-cache, must-revalidate, max-age=0, no-store, private',
};

/** JSON as PHP writes it: ASCII only, slashes escaped. */
export function phpJson(value: unknown): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value)
    .replaceAll('/', '\\/')
    .replace(/[\u0080-\uffff]/g, escaped);
}

export function jsonResponse(status: number, value: unknown, headers: Record<string, string> = {}): ShopResponse {
  return { status, headers: { ...common, ...headers }, body: Buffer.from(phpJson(value)) };
}

/** A list whose body is serialised already. */
export function listResponse(body: Buffer, headers: Record<string, string>): ShopResponse {
  return { status: 200, headers: { ...common, ...headers, Allow: 'GET, POST', ...notCached }, body };
}

export function errorResponse(
  status: number,
  code: string,
  message: string,
  data: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): ShopResponse {
  return jsonResponse(status, { code, message, data: { status, ...data } }, { ...headers, ...notCached });
}

export function invalidParameter(name: string, message: string, code: string): ShopResponse {
  const details = { [name]: { code, message, data: null } };
  return errorResponse(
    400,
    'rest_invalid_param',
    `Invalid parameter(s): ${name}`,
    { params: { [name]: message }, details },
    { Allow: 'GET, POST' },
  );
}

export const noRoute = () => errorResponse(404, 'rest_no_route', 'No route was found matching the URL and request method.');

const failures: Record<number, [code: string, message: string]> = {
  429: ['too_many_requests', 'Too many requests.'],
  500: ['internal_server_error', '<p>There has been a critical error on this website.</p>'],
  503: ['wp_die', 'Briefly unavailable for scheduled maintenance. Check back in a minute.'],
};

/** Of a shop that is out of order. */
export function failure(status: number): ShopResponse {
  const [code, message] = failures[status] ?? ['woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.'];
  return jsonResponse(status, { code, message, data: { status }, additional_errors: [] }, notCached);
}
