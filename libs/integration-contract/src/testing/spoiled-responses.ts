import type { SpoiledResponse } from './integration-under-test';

type Fault = Exclude<SpoiledResponse, string>;

const json = { 'Content-Type': 'application/json; charset=utf-8' };

/** Statuses of shops that refuse, redirect or fail. */
const refusedStatuses = [301, 302, 400, 401, 403, 404, 429, 500, 502, 503];

export function refusals(body = '{"code":"refused","message":"No."}'): Fault[] {
  return refusedStatuses.map((status) => ({
    status,
    headers: status < 400 ? { ...json, Location: 'https://elsewhere.example/' } : json,
    body,
  }));
}

/** Successful statuses with a body that no export can read. */
export const unreadableResponses: (readonly [kind: string, response: Fault])[] = [
  [
    'an HTML page',
    { status: 200, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body: '<!DOCTYPE html><title>Are you human?</title>' },
  ],
  ['a captcha page with 202', { status: 202, headers: { 'Content-Type': 'text/html' }, body: '<html>One moment</html>' }],
  ['XML', { status: 200, headers: { 'Content-Type': 'text/xml' }, body: '<?xml version="1.0"?><shop/>' }],
  ['a notice before the JSON', { status: 200, headers: json, body: '<br />Notice: undefined index\n[]' }],
  ['JSON that ends early', { status: 200, headers: json, body: '[{"id":1' }],
  ['nothing', { status: 200, headers: json, body: '' }],
];
