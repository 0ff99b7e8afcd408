import { systemDrivers } from '@sync/records';
import { CircuitOpenException } from '@sync/integration-contract';
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

describe('Integrations are looked up by driver', () => {
  it('commerce_a has one, and always the same', () => {
    expect(integrations.byDriver('commerce_a').driver).toBe('commerce_a');
    expect(integrations.byDriver('commerce_a')).toBe(integrations.byDriver('commerce_a'));
    expect(integrations.has('commerce_a')).toBe(true);
  });

  it.each(['mailing_platform', 'user-platform'] as const)(
    'Resolving %s, which has no registered integration, raises a runtime error',
    (driver) => {
      expect(() => integrations.byDriver(driver)).toThrow(`No integration is registered for the driver ${driver}.`);
      expect(() => integrations.forUnsaved(driver)).toThrow(`No integration is registered for the driver ${driver}.`);
      expect(integrations.has(driver)).toBe(false);
    },
  );

  it('every registered integration says which driver it is for', () => {
    for (const driver of systemDrivers.filter((name) => integrations.has(name))) expect(integrations.byDriver(driver).driver).toBe(driver);
  });

  it('an allow-list that cannot be read is an error at start', () => {
    expect(() => new IntegrationRegistry({ storeHostAllowlist: ['10.0.0.0/99'] })).toThrow(/neither a CIDR range/);
  });
});

describe('The bulk operations and verify are wrapped in a circuit breaker kept per SystemConnection', () => {
  it('255 verify while open gives a failed result and never throws', async () => {
    shop.answerBody('', {}, 500);
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

  it('an unsaved connection shares no breaker: 20 failed verifications, and the next one succeeds', async () => {
    const connection = connectionTo(shop.baseUrl);
    shop.answerBody('', {}, 500);
    for (let time = 0; time < 20; time += 1) await integrations.forUnsaved('commerce_a').verify(connection);
    shop.replay('connectivity-check-200');
    expect((await integrations.forUnsaved('commerce_a').verify(connection)).successful).toBe(true);
    expect(shop.requests).toHaveLength(21);
  });

  it('177 refused credentials are no failure of the shop: 20 times, and then they are right', async () => {
    const connection = connectionTo(shop.baseUrl);
    shop.replay('connectivity-check-401');
    for (let time = 0; time < 20; time += 1) await integrations.byDriver('commerce_a').verify(connection);
    shop.replay('connectivity-check-200');
    expect((await integrations.byDriver('commerce_a').verify(connection)).successful).toBe(true);
  });

  it("the caller's own errors do not open it", async () => {
    shop.answerRows([{ id: 1, currency: 'EUR', date_created: '2026-01-01T00:00:00' }]);
    const own = new Error('deadlock detected');
    for (let time = 0; time < 10; time += 1) {
      expect(
        await failureOf(
          integrations.byDriver('commerce_a').streamBulkExport(connectionTo(shop.baseUrl), exportOf('orders'), () => Promise.reject(own)),
        ),
      ).toBe(own);
    }
    expect(integrations.breakers.isOpen(connectionTo(shop.baseUrl).id)).toBe(false);
  });
});
