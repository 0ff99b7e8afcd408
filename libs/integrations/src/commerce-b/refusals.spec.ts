import { IntegrationRequestException, InvalidIntegrationResponseException } from '@sync/integration-contract';
import { failureOf } from '../testing/connections';
import { tableScene } from './testing/table-scene';

const scene = tableScene();

async function failure(): Promise<IntegrationRequestException> {
  const error = await failureOf(scene.stream('orders'));
  expect(error).toBeInstanceOf(IntegrationRequestException);
  return error as IntegrationRequestException;
}

function respond(status: number, body: string, headers: Record<string, string> = { 'Content-Type': 'application/json' }): void {
  scene.shop.respondTo(undefined, (response) => response.writeHead(status, headers).end(body));
}

const errors = (...codes: unknown[]): string => JSON.stringify({ errors: codes.map((code) => ({ code, message: 'upstream words' })) });

describe('a refusal', () => {
  it.each([
    [401, [26], "The shop's API key has no right to read orders.", 'tick "View (GET)" for "orders"'],
    [401, [20, 21], 'The shop does not accept the API key', 'unknown there or switched off'],
    [401, [21], "The shop's API key has no rights at all.", 'Advanced Parameters > Webservice'],
    [401, [18], 'The API key is not complete', '32 letters and digits'],
    [401, [17], 'The shop received an empty API key.', ''],
    [401, [16], 'The shop received no API key.', ''],
    [503, [22], "The shop's webservice is switched off.", 'enable it'],
    [403, [132], 'The API key belongs to another shop', 'give the key access'],
  ])('is explained: status %i, codes %j', async (status, codes, cause, advice) => {
    respond(status, errors(...codes));
    const error = await failure();
    expect(error).toMatchObject({ status, retryAfterSeconds: null });
    expect(error.message).toContain(cause);
    expect(error.message).toContain(advice);
    expect(error.message).not.toContain('upstream');
    expect(error).not.toBeInstanceOf(InvalidIntegrationResponseException);
  });

  it.each([
    ['auth-wrong-key-orders', 401, 'does not accept the API key'],
    ['auth-absent-shops', 401, 'did not receive the API key: its web server keeps the Authorization header back'],
    ['variant-webservice-off-shops', 503, 'webservice is switched off'],
    ['bad-param-display-unknown-field', 400, 'The shop responded to orders page 1 with 400 (error 35).'],
    ['orders-one-404', 404, 'The shop responded to orders page 1 with 404.'],
  ])('is explained: recorded %s', async (name, status, message) => {
    scene.shop.replay(name);
    const error = await failure();
    expect(error.status).toBe(status);
    expect(error.message).toContain(message);
  });

  it.each([
    ['500 with an empty body', 500, '', 'with 500.'],
    ['405', 405, errors(25), 'with 405 (error 25).'],
    ['codes that are none', 400, errors('x', -1, 1e9, null), 'with 400.'],
    ['errors in a single object', 400, '{"errors":{"code":"40","message":"upstream"}}', '(error 40)'],
    ['an error page', 502, '<html>upstream</html>', 'with 502.'],
  ])('%s', async (_name, status, body, message) => {
    respond(status, body);
    const error = await failure();
    expect(error.status).toBe(status);
    expect(error.message).toContain(message);
    expect(error.message).not.toContain('upstream');
  });

  it('is unreadable if a PHP notice became an error with status 200', async () => {
    respond(200, JSON.stringify({ errors: [{ code: 2, message: '[PHP Warning #2] upstream' }], orders: [{ id: 1 }] }));
    const error = await failure();
    expect(error).toBeInstanceOf(InvalidIntegrationResponseException);
    expect(error.message).toBe('The shop responded to orders page 1 with errors instead of a list (error 2).');
  });

  it('may be a redirect, which is not followed', async () => {
    respond(302, '', { Location: `${scene.shop.http.baseUrl}/?url=orders` });
    const error = await failure();
    expect(error).toMatchObject({ status: 302 });
    expect(error.message).toContain('the address of the connection is not the one the shop knows as its own');
    expect(scene.shop.http.requests).toHaveLength(1);
  });
});

describe('an unreadable response', () => {
  it.each([
    ['text/xml;charset=utf-8', '<?xml version="1.0"?><prestashop/>', 'XML instead of JSON'],
    ['application/json', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bb">]><a>&b;</a>', 'a body that is not JSON'],
    ['text/html; charset=utf-8', '<!DOCTYPE html>', 'HTML instead of JSON'],
    ['application/json', '', 'an empty body'],
    ['application/json', '<br /><b>Notice</b>: x in /home/upstream\n{"orders":[]}', 'a body that is not JSON'],
  ])('is reported by its kind: %s %j', async (type, body, found) => {
    respond(200, body, { 'Content-Type': type });
    const error = await failure();
    expect(error).toBeInstanceOf(InvalidIntegrationResponseException);
    expect(error.message).toContain(found);
    expect(error.message).not.toContain('upstream');
  });

  it.each(['null', '5', '"x"', 'true', '{"message":"x"}', '{"orders":5}', '{"customers":[]}'])(
    'is anything but a list of orders: %s',
    async (body) => {
      respond(200, body);
      const error = await failure();
      expect(error).toBeInstanceOf(InvalidIntegrationResponseException);
      expect(error.message).toContain('something other than a list of orders');
    },
  );

  it('is not one with a byte order mark', async () => {
    respond(200, '\uFEFF[]');
    expect(await scene.probe('orders')).toMatchObject({ totalPages: 0 });
  });
});

describe('a key without all rights', () => {
  it('fails only the export of that collection', async () => {
    scene.shop.refused.add('customers');
    for (const error of await Promise.all([scene.probe('customers'), scene.stream('customers')].map(failureOf)))
      expect(error).toMatchObject({ status: 401, message: expect.stringContaining('no right to read customers') });
    expect(await scene.stream('products')).toEqual([]);
  });
});
