import { DemoShopA } from '@sync/demo-shops';
import { identityOf, register, type Caller, type Registration } from './actors';
import { endsToken, listsTokens, movesConnection, needsCaller } from './generated-requests';
import { faultsOfProblem } from './problem-schema';
import type { ServiceUnderTest } from './service-under-test';
import { bearer, comparable, connect, registerRoute, unknownId, widget, type TwoTenants } from './two-tenants';

/** Declares tests of tokens that are good for something else. */
export function describeForeignTokens(started: () => TwoTenants): void {
  let tenants: TwoTenants;
  let service: ServiceUnderTest;
  let shop: DemoShopA;
  let [a, b] = [{} as Caller, {} as Caller];
  let shopOfA = '';
  let unclaimed = {} as Registration;
  let connectionToken = '';

  beforeAll(() => {
    tenants = started();
    ({ service, shop, a, b, shopOfA, unclaimed } = tenants);
    ({ connectionToken } = tenants.pendingOfA);
  });

  it('a widget token of an unclaimed connection reaches only that connection (a null tenant never equals another null)', async () => {
    const other = await DemoShopA.start({ customers: 1, orders: 1, products: 1 });
    const { connectionId: otherUnclaimed } = await register(service, other);
    const headers = bearer(unclaimed.widgetToken);
    for (const operation of tenants.guarded().filter((one) => !movesConnection(one) && !endsToken(one))) {
      const response = await tenants.ask(operation, unclaimed.connectionId, { headers });
      const isOwn = (operation.path.startsWith(widget) && !needsCaller(operation)) || listsTokens(operation);
      expect({ at: operation.path, status: response.status }).toEqual({ at: operation.path, status: isOwn ? 200 : 403 });
      if (!isOwn) expect(faultsOfProblem(response)).toEqual([]);
    }
    for (const operation of tenants.withId().filter((one) => one.path.startsWith(widget) && !needsCaller(one))) {
      const unknown = comparable(await tenants.ask(operation, unknownId, { headers }));
      expect(unknown.status).toBe(404);
      for (const foreign of [otherUnclaimed, shopOfA, a.connectionId])
        expect(comparable(await tenants.ask(operation, foreign, { headers }))).toEqual(unknown);
    }
    expect((await service.ask('POST', connect, { headers, body: {} })).status).toBe(403);
    expect((await service.ask('POST', connect, { headers, body: { connection_token: unclaimed.connectionToken } })).status).toBe(403);
    expect((await service.ask('POST', `${widget}connection/reconnect`, { headers })).status).toBe(403);
    await other.stop();
  });

  it('refuses an access token sent as connection token, and a connection token of the other handshake, like an unknown one', async () => {
    const unknown = comparable(await service.ask('POST', connect, { token: b.token, body: { connection_token: `scc_${'A'.repeat(43)}` } }));
    expect(unknown.status).toBe(422);
    for (const connection_token of [a.token, b.token, unclaimed.widgetToken, connectionToken]) {
      expect(comparable(await service.ask('POST', connect, { token: b.token, body: { connection_token } }))).toEqual(unknown);
    }
    for (const connection_token of [a.token, unclaimed.widgetToken, unclaimed.connectionToken]) {
      const body = { ...identityOf(shop), connection_token };
      const { status, text } = comparable(await service.ask('POST', registerRoute, { body }));
      expect({ status, text }).toEqual({ status: unknown.status, text: unknown.text });
    }
  });
}
