import type { Connection } from './service-calls';
import { DemoFailed, ServiceCalls, tellShop } from './service-calls';
import { compareTotals, resultTable, sampleRecords } from './report';
import { watchFirstSyncs, type LinkedShop } from './sync-watch';
import { watchWebhooks } from './webhook-step';

export interface StoryShop {
  name: string;
  platform: string;
  url: string;
}

type Say = (line?: string) => void;

/** Tokens are secrets: enough of one to recognise it. */
function hint(token: string): string {
  return `${token.slice(0, 8)}…`;
}

function mustBeActive(connection: Connection, shop: StoryShop): void {
  if (connection.status !== 'active') throw new DemoFailed(`The connection to ${shop.name} is ${connection.status}, not active.`);
}

/** Handshake that the tenant starts: its token is pasted into the shop's plugin, which finishes. */
async function linkFromTheTenantsSide(service: ServiceCalls, shop: StoryShop, say: Say): Promise<LinkedShop> {
  const started = await service.startHandshake();
  say(`   the service gives out a connection token (${hint(started.connection_token)}), good until ${started.expires_at}`);
  const connection = await tellShop<Connection>(shop.url, 'finalise', {
    service_url: service.url,
    connection_token: started.connection_token,
  });
  mustBeActive(connection, shop);
  if (connection.id !== started.connection_id)
    throw new DemoFailed('The plugin finished another connection than the one that was started.');
  say(`   pasted into the plugin of ${shop.name} (${shop.platform}), which sends its credentials: verified, the connection is active`);
  return { ...shop, connectionId: connection.id };
}

/** Handshake that the shop's plugin starts: the caller finishes it with the token that the shop's owner handed over. */
async function linkFromTheShopsSide(service: ServiceCalls, shop: StoryShop, say: Say): Promise<LinkedShop> {
  const registered = await tellShop<{ connection_token: string; expires_at: string }>(shop.url, 'register', { service_url: service.url });
  say(
    `   the plugin of ${shop.name} (${shop.platform}) registers: verified, it shows its owner a connection token (${hint(registered.connection_token)})`,
  );
  const connection = await service.finishHandshake(registered.connection_token);
  mustBeActive(connection, shop);
  say('   the tenant enters the token: verified again, the connection is active');
  return { ...shop, connectionId: connection.id };
}

/** The main job, told step by step. Throws DemoFailed when a step does not end as it should. */
export async function tellStory(serviceUrl: string, shops: readonly [StoryShop, StoryShop], stream: NodeJS.WriteStream): Promise<void> {
  const say: Say = (line = '') => stream.write(`${line}\n`);
  const width = Math.min(stream.columns ?? 110, 140);

  say('2. A company opens its account from its mailing platform (connect, variant A)');
  const { tenant_id, token, connection } = await ServiceCalls.initialise(serviceUrl, 'demo-company');
  say(`   tenant ${tenant_id}, connection ${connection.status}, access token ${hint(token)}`);
  const service = new ServiceCalls(serviceUrl, token);

  say('3. The company links its first shop: handshake started by the tenant');
  const first = await linkFromTheTenantsSide(service, shops[0], say);
  say('4. The company links its second shop: handshake started by the shop');
  const second = await linkFromTheShopsSide(service, shops[1], say);
  const linked = [first, second];

  say('5. Both shops are read by themselves: activation queued the first sync of every capability');
  const finished = await watchFirstSyncs(service, linked, stream);

  say('6. The mailing platform reads the records feed; the totals are those of the shops');
  for (const line of await compareTotals(service, linked)) say(`   ${line}`);
  say();
  for (const line of resultTable(finished)) say(line);
  for (const line of await sampleRecords(service, first, width)) say(line);
  say();

  say(`7. Something changes in ${first.name}: the shop tells by signed webhooks, the mailing platform reads it in its feed`);
  for (const line of await watchWebhooks(service, first)) say(`   ${line}`);
  say();
}
