import { randomBytes } from 'node:crypto';
import { DemoShopA, type ShopCredentials, type ShopFault } from '@sync/demo-shops';
import { until, type ServerGate } from '@sync/test-harness';
import { identityOf, initialise, startHandshake, type Caller } from './actors';
import { json, type WireResponse } from './exchange';
import { sendRaw } from './raw-request';
import type { PlantedSecret } from './secret-forms';
import type { ServiceUnderTest } from './service-under-test';

const connect = '/api/system-connections/connect';
const registerRoute = '/api/system-connections/register';

/** Walks every flow that handles secrets, successful and failing, with recognisable secrets. */
export class SecretJourney {
  readonly secrets: PlantedSecret[] = [];
  private readonly shops: DemoShopA[] = [];

  constructor(
    private readonly service: ServiceUnderTest,
    private readonly gate: ServerGate,
  ) {}

  /** A secret with characters that encodings change. */
  plant(name: string): string {
    const value = `${randomBytes(15).toString('base64url')}/+&"<%>${randomBytes(15).toString('base64url')}`;
    this.secrets.push({ name, value });
    return value;
  }

  know(name: string, value: string): void {
    this.secrets.push({ name, value });
  }

  async end(): Promise<void> {
    for (const shop of this.shops) await shop.stop();
  }

  /** Both handshakes, before a worker runs. */
  async handshakes(): Promise<{ callers: Caller[]; shops: DemoShopA[] }> {
    const callers = [await initialise(this.service), await initialise(this.service, 'user-platform')];
    const shops = [await this.openShop('first shop'), await this.openShop('second shop'), await this.openShop('failing shop')];
    const registered = await this.expecting(201, 'POST', registerRoute, identityOf(shops[0]!));
    await this.expecting(
      201,
      'POST',
      connect,
      { connection_token: json<{ connection_token: string }>(registered).connection_token },
      callers[0],
    );
    const { connectionToken } = await startHandshake(this.service, callers[1]!);
    await this.expecting(200, 'POST', registerRoute, { ...identityOf(shops[1]!), connection_token: connectionToken });
    return { callers, shops };
  }

  /** Every verifying step against every refusal of a shop, some of which echo the credentials. */
  async failedVerifications(caller: Caller, shop: DemoShopA): Promise<void> {
    const { connectionToken } = await startHandshake(this.service, caller);
    const claimable = json<{ connection_token: string }>(
      await this.expecting(201, 'POST', registerRoute, identityOf(shop)),
    ).connection_token;
    const faults = [...echoes(shop), { kind: 'reset' } as const, { kind: 'cut' } as const];
    for (const fault of faults) {
      shop.setFaults([fault]);
      await this.expecting(422, 'POST', registerRoute, identityOf(shop));
      await this.expecting(422, 'POST', registerRoute, { ...identityOf(shop), connection_token: connectionToken });
      await this.expecting(422, 'POST', connect, { connection_token: claimable }, caller);
    }
    shop.setFaults([]);
    const wrong = { ...identityOf(shop), credentials: this.credentials('wrong credentials') };
    await this.expecting(422, 'POST', registerRoute, wrong);
    await this.expecting(422, 'POST', registerRoute, { ...wrong, connection_token: connectionToken });
    const inUrl = shop.url.replace('://', `://user:${encodeURIComponent(this.plant('password in base_url'))}@`);
    await this.expecting(422, 'POST', registerRoute, { ...wrong, base_url: inUrl });
    await this.expecting(422, 'POST', registerRoute, {
      ...wrong,
      base_url: `${shop.url}?key=${encodeURIComponent(this.plant('query of base_url'))}`,
    });
  }

  /** Waits until no sync is open. */
  async syncsEnded(): Promise<Record<string, number>> {
    const open = `select from sync_runs where status in ('queued', 'running') union all select from tasks where state = 'pending'`;
    await until(async () => (await this.service.rows(open)).length === 0);
    const rows = await this.service.rows<{ status: string; runs: number }>(
      'select status, count(*)::int as runs from sync_runs group by 1',
    );
    return Object.fromEntries(rows.map(({ status, runs }) => [status, runs]));
  }

  /** Syncs each caller's shop while its responses are broken. */
  async failingSyncs(callers: readonly Caller[], shops: readonly DemoShopA[]): Promise<void> {
    for (const [index, caller] of callers.entries()) {
      const shop = shops[index]!;
      shop.setFaults(index === 0 ? [echoes(shop)[0]!] : [echoes(shop)[1]!]);
      const { data } = json<{ data: { id: string }[] }>(
        await this.expecting(200, 'GET', '/api/system-connections?system=commerce_a&status=active', undefined, caller),
      );
      for (const { id } of data) await this.expecting(202, 'POST', `/api/system-connections/${id}/syncs`, { mode: 'full' }, caller);
    }
  }

  /** Everything that a caller does with a shop and with its own token, and that handles secrets. */
  async management(caller: Caller, shop: DemoShopA, connectionId: string): Promise<Caller> {
    const at = `/api/system-connections/${connectionId}`;
    await this.expecting(200, 'PUT', `${at}/credentials`, { credentials: shop.credentials }, caller);
    await this.expecting(422, 'PUT', `${at}/credentials`, { credentials: this.credentials('refused renewal') }, caller);
    const issued = json<{ id: string; widget_token: string }>(await this.expecting(201, 'POST', `${at}/widget-tokens`, {}, caller));
    await this.expecting(200, 'GET', '/api/widget/configuration', undefined, { token: issued.widget_token });
    await this.expecting(200, 'GET', `${at}/widget-tokens`, undefined, caller);
    await this.expecting(204, 'DELETE', `${at}/widget-tokens/${issued.id}`, undefined, caller);
    await this.expecting(200, 'GET', `${at}/timeline`, undefined, caller);
    const rotated = await this.expecting(201, 'POST', '/api/access-tokens/current/rotate', { overlap_seconds: 60 }, caller);
    await this.expecting(204, 'DELETE', '/api/access-tokens/current', undefined, caller);
    return { ...caller, token: json<{ token: string }>(rotated).token };
  }

  /** Reconnects and uninstalls the first shop, after it refused in every way. */
  async comingsAndGoings(shop: DemoShopA): Promise<void> {
    const [widgetToken = ''] = this.tokens().flatMap(({ name, value }) => (name === 'widget_token' ? [value] : []));
    const plugin = { token: widgetToken };
    for (const fault of echoes(shop)) {
      shop.setFaults([fault]);
      await this.expecting(422, 'POST', '/api/widget/connection/reconnect', undefined, plugin);
    }
    shop.setFaults([]);
    // The failures may have opened the breaker of this connection, which lets a trial through after a while.
    await until(async () => (await this.service.ask('POST', '/api/widget/connection/reconnect', plugin)).status === 200);
    await this.expecting(200, 'POST', '/api/widget/connection/disconnect', undefined, plugin);
  }

  /** Refused requests, each with a secret in the refused part. */
  async refusals(caller: Caller, pendingId: string): Promise<void> {
    const { service } = this;
    const secret = (name: string) => this.plant(`secret of a request: ${name}`);
    const asForm = [['content-type', 'application/x-www-form-urlencoded']] as const;
    await service.ask('POST', registerRoute, { body: `{"credentials":{"consumer_secret":${JSON.stringify(secret('cut JSON'))}` });
    await service.ask('POST', registerRoute, { body: `{"credentials": ${secret('bare JSON')}}` });
    await service.ask('POST', registerRoute, { body: { credentials: secret('credentials as text') } });
    await service.ask('POST', registerRoute, { body: { ...identityOf(this.shops[0]!), credentials: [secret('credentials as list')] } });
    await service.ask('POST', registerRoute, { body: { ...identityOf(this.shops[0]!), system_slug: secret('system_slug') } });
    await service.ask('POST', registerRoute, {
      body: { ...identityOf(this.shops[0]!), credentials: { key: secret('large').repeat(400) } },
    });
    await service.ask('POST', registerRoute, { body: { credentials: { key: secret('too large').repeat(4_000) } } });
    await service.ask('POST', registerRoute, { body: { credentials: { key: `${secret('NUL')}\u0000` } } });
    await service.ask('POST', registerRoute, { headers: asForm, body: `consumer_secret=${encodeURIComponent(secret('form'))}` });
    await service.ask('POST', connect, { token: caller.token, body: { connection_token: secret('connection token') } });
    await service.ask('POST', connect, { body: { system_slug: 'mailing_platform', external_user_id: [secret('external_user_id')] } });
    await service.ask('PATCH', '/api/widget/configuration', {
      token: caller.token,
      body: { configuration: { direction: secret('direction') } },
    });
    await service.ask('PATCH', '/api/widget/configuration', {
      token: caller.token,
      headers: [['if-match', `"${secret('entity tag')}"`]],
      body: { configuration: {} },
    });
    await service.ask('GET', '/api/widget/configuration', { headers: [['authorization', `Bearer sca_${secret('bearer').slice(0, 43)}`]] });
    await service.ask('GET', '/api/widget/configuration', { headers: [['authorization', `Basic ${btoa(`user:${secret('Basic')}`)}`]] });
    await service.ask('GET', `/api/records/orders?cursor=${encodeURIComponent(secret('cursor'))}`, { token: caller.token });
    await service.ask('GET', `/api/system-connections?limit=${encodeURIComponent(secret('limit'))}`, { token: caller.token });
    await service.ask('GET', `/api/system-connections?token=${encodeURIComponent(secret('query'))}`);
    await service.ask('GET', `/nowhere?token=${encodeURIComponent(secret('query of nowhere'))}`);
    await service.ask('PUT', `${connect}?token=${encodeURIComponent(secret('query of 405'))}`, { token: caller.token });
    await service.ask('POST', `/api/system-connections/${pendingId}/syncs`, { token: caller.token });
    await service.ask('GET', '/api/system-connections', {
      headers: [
        ['cookie', secret('cookie')],
        ['x-large', secret('headers').repeat(600)],
      ],
    });
    const [widgetToken = ''] = this.tokens().flatMap(({ name, value }) => (name === 'widget_token' ? [value] : []));
    await service.ask('GET', '/api/system-connections', { token: widgetToken });
    for (let attempt = 0; attempt < 60; attempt += 1) {
      const headers = [['x-forwarded-for', '203.0.113.9']] as const;
      const { status } = await service.ask('POST', registerRoute, {
        headers,
        body: { credentials: { key: attempt === 0 ? secret('429') : '' } },
      });
      if (status === 429) break;
    }
    const slow = await sendRaw(
      service.api.url,
      `GET /?x=1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret('slow headers').replaceAll(/["<>]/g, '')}\r\n`,
    );
    if (slow) service.responses.push({ requested: 'slow', response: slow });
  }

  /** Unexpected failures: 500 from a refused insert, 503 without the database. */
  async breakdowns(): Promise<void> {
    await this.service.rows('alter table system_connections add constraint refuses_all check (false) not valid');
    await this.expecting(500, 'POST', registerRoute, identityOf(await this.openShop('shop of the 500')));
    await this.expecting(500, 'POST', connect, { system_slug: 'mailing_platform', external_user_id: 'account' });
    await this.service.rows('alter table system_connections drop constraint refuses_all');
    const shop = await this.openShop('shop of the 503');
    await this.gate.cut();
    await this.expecting(503, 'POST', registerRoute, identityOf(shop));
    await this.gate.restore();
    await until(async () => (await this.service.api.health('ready')) === 200);
  }

  /** Issued tokens by response member. */
  tokens(): PlantedSecret[] {
    return this.service.responses.flatMap(({ response }) => tokensOf(response));
  }

  private async openShop(name: string): Promise<DemoShopA> {
    const shop = await DemoShopA.start({ customers: 60, orders: 60, products: 60, credentials: this.credentials(name) });
    this.shops.push(shop);
    return shop;
  }

  private credentials(of: string): ShopCredentials {
    const names = ['connection_token', 'consumer_key', 'consumer_secret', 'webhook_secret'] as const;
    return Object.fromEntries(names.map((name) => [name, this.plant(`${name} of ${of}`)])) as unknown as ShopCredentials;
  }

  private async expecting(
    status: number,
    method: string,
    path: string,
    body?: unknown,
    caller?: Pick<Caller, 'token'>,
  ): Promise<WireResponse> {
    const response = await this.service.ask(method, path, { body, token: caller?.token });
    if (response.status !== status) throw new Error(`${method} ${path} got ${response.status} instead of ${status}: ${response.text}`);
    return response;
  }
}

/** Only these members of a success response may hold a token. */
export function tokensOf({ status, text }: WireResponse): PlantedSecret[] {
  if (status !== 201 && status !== 200) return [];
  if (!text.startsWith('{')) return [];
  const body = JSON.parse(text) as Record<string, unknown>;
  return ['token', 'connection_token', 'widget_token'].flatMap((name) =>
    typeof body[name] === 'string' ? [{ name, value: body[name] }] : [],
  );
}

/** Shop responses that echo the request. */
function echoes({ credentials }: DemoShopA): ShopFault[] {
  const all = JSON.stringify(credentials);
  const inQuery = new URLSearchParams({ ...credentials }).toString();
  return [
    { kind: 'response', status: 500, headers: { 'X-Echo': encodeURIComponent(all) }, body: JSON.stringify({ code: all, message: all }) },
    { kind: 'response', status: 200, headers: { 'Content-Type': 'text/html' }, body: `<!doctype html><h1>${all}</h1>` },
    { kind: 'response', status: 302, headers: { Location: `http://127.0.0.1:9/?${inQuery}` }, body: all },
    { kind: 'response', status: 403, headers: { 'WWW-Authenticate': `Basic realm="${inQuery}"` }, body: all },
  ];
}
