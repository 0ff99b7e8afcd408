import { systemDrivers } from '@sync/records';
import { CircuitOpenException } from '@sync/integration-contract';
import { refuses } from './breaker/testing/breaker-calls';
import { IntegrationRegistry } from './integration-registry';
import { connectionTo, exportOf, failureOf } from './testing/connections';
import { ReplayingShop } from './testing/replaying-shop';

let shop: ReplayingShop;
let integrations: IntegrationRegistry;

beforeEach(async () => {
  shop = await ReplayingShop.start();
  integrations = new IntegrationRegistry({ storeHostAllowlist: ['127.0.0.1'] });
});

afterEach(async () => {
  integrations.close();
  await shop.stop();
});

describe('IntegrationRegistry', () => {
  it('returns the same integration for a driver', () => {
    expect(integrations.byDriver('commerce_a').driver).toBe('commerce_a');
    expect(integrations.byDriver('commerce_a')).toBe(integrations.byDriver('commerce_a'));
    expect(integrations.has('commerce_a')).toBe(true);
  });

  it.each(['mailing_platform', 'user-platform'] as const)('throws for %s, which has no integration', (driver) => {
    expect(() => integrations.byDriver(driver)).toThrow(`No integration is registered for the driver ${driver}.`);
    expect(() => integrations.forUnsaved(driver)).toThrow(`No integration is registered for the driver ${driver}.`);
    expect(integrations.has(driver)).toBe(false);
  });

  it('maps each driver to its own integration', () => {
    for (const driver of systemDrivers.filter((name) => integrations.has(name))) expect(integrations.byDriver(driver).driver).toBe(driver);
  });

  it('rejects an invalid allow-list', () => {
    expect(() => new IntegrationRegistry({ storeHostAllowlist: ['10.0.0.0/99'] })).toThrow(/neither a CIDR range/);
  });
});

describe('the circuit breaker of a connection', () => {
  it('makes verify fail without a request while open', async () => {
    shop.respondWithBody('', {}, 500);
    const integration = integrations.byDriver('commerce_a');
    const connection = connectionTo(shop.baseUrl);
    const errors = [];
    for (let time = 0; time < 5; time += 1) errors.push(await failureOf(integration.probeBulkExport(connection, exportOf('orders'))));
    expect(errors.at(-1)).toBeInstanceOf(CircuitOpenException);
    const asked = shop.requests.length;
    expect(await integration.verify(connection)).toMatchObject({
      successful: false,
      externalUserId: null,
      message: expect.stringContaining('Too many calls'),
    });
    expect(await failureOf(integration.streamBulkExport(connection, exportOf('customers'), async () => undefined))).toBeInstanceOf(
      CircuitOpenException,
    );
    expect(shop.requests).toHaveLength(asked);
  });

  it('does not affect unsaved connections (20 failed verifications)', async () => {
    const connection = connectionTo(shop.baseUrl);
    shop.respondWithBody('', {}, 500);
    for (let time = 0; time < 20; time += 1) await integrations.forUnsaved('commerce_a').verify(connection);
    shop.replay('connectivity-check-200');
    expect((await integrations.forUnsaved('commerce_a').verify(connection)).successful).toBe(true);
    // The last one also read a row with the key.
    expect(shop.requests).toHaveLength(22);
  });

  it('does not count refused credentials (20 refusals)', async () => {
    const connection = connectionTo(shop.baseUrl);
    shop.replay('connectivity-check-401');
    for (let time = 0; time < 20; time += 1) await integrations.byDriver('commerce_a').verify(connection);
    shop.replay('connectivity-check-200');
    expect((await integrations.byDriver('commerce_a').verify(connection)).successful).toBe(true);
  });

  it('does not count errors of the caller', async () => {
    shop.respondWithRows([{ id: 1, currency: 'EUR', date_created: '2026-01-01T00:00:00' }]);
    const own = new Error('deadlock detected');
    for (let time = 0; time < 10; time += 1) {
      expect(
        await failureOf(
          integrations.byDriver('commerce_a').streamBulkExport(connectionTo(shop.baseUrl), exportOf('orders'), () => Promise.reject(own)),
        ),
      ).toBe(own);
    }
    expect(await refuses(integrations.breakers, connectionTo(shop.baseUrl).id)).toBe(false);
  });
});
