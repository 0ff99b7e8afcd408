import { ConnectionSync, type Connection } from '@sync/client';
import { controlShop, DemoFailed } from './service-calls';
import { compareTotals, resultTable, sampleRecords } from './report';
import { watchFirstSyncs, type LinkedShop } from './sync-watch';
import { watchWebhooks } from './webhook-step';

export interface ScenarioShop {
  name: string;
  platform: string;
  /** Of its control, on this machine. */
  url: string;
}

export interface Scenario {
  serviceUrl: string;
  shops: readonly [ScenarioShop, ScenarioShop];
  /** What support staff see then, in one line. */
  support: (activeConnections: number) => Promise<string>;
}

type Print = (line?: string) => void;

interface Step {
  /** The client of the company. */
  company: ConnectionSync;
  serviceUrl: string;
  print: Print;
}

/** The first characters of a token, which is a secret. */
function hint(token: string): string {
  return `${token.slice(0, 8)}…`;
}

function mustBeActive(connection: Connection, shop: ScenarioShop): void {
  if (connection.status !== 'active') throw new DemoFailed(`The connection to ${shop.name} is ${connection.status}, not active.`);
}

/** The tenant starts the handshake; its token is pasted into the shop's plugin, which finalises it. */
async function connectFromTenant({ company, serviceUrl, print }: Step, shop: ScenarioShop): Promise<LinkedShop> {
  const started = await company.connections.connect();
  print(`   the service issues a connection token (${hint(started.connection_token)}), valid until ${started.expires_at}`);
  const connection = await controlShop<Connection>(shop.url, 'finalise', {
    service_url: serviceUrl,
    connection_token: started.connection_token,
  });
  mustBeActive(connection, shop);
  if (connection.id !== started.connection_id) throw new DemoFailed('The plugin finalised a different connection from the one started.');
  print(
    `   the shop owner pastes it into the plugin of ${shop.name} (${shop.platform}), which sends its credentials: verified, the connection is active`,
  );
  return { ...shop, connectionId: connection.id };
}

/** The plugin starts the handshake; the tenant finalises it with the token from the shop owner. */
async function connectFromShop({ company, serviceUrl, print }: Step, shop: ScenarioShop): Promise<LinkedShop> {
  const registered = await controlShop<{ connection_token: string; expires_at: string }>(shop.url, 'register', {
    service_url: serviceUrl,
  });
  print(
    `   the plugin of ${shop.name} (${shop.platform}) registers: verified, it shows the shop owner a connection token (${hint(registered.connection_token)})`,
  );
  const connection = await company.connections.connect({ connection_token: registered.connection_token });
  mustBeActive(connection, shop);
  print('   the tenant enters the token: verified again, the connection is active');
  return { ...shop, connectionId: connection.id };
}

/** Runs the main scenario and prints each step. Returns the connected shops with the company's client. Throws DemoFailed when a step fails. */
export async function runScenario(
  { serviceUrl, shops, support }: Scenario,
  stream: NodeJS.WriteStream,
): Promise<{ company: ConnectionSync; linked: LinkedShop[] }> {
  const print: Print = (line = '') => stream.write(`${line}\n`);
  // Some terminals report a width of 0.
  const width = Math.min(stream.columns || 110, 140);

  print('2. A company signs up from its mailing platform (connect, variant A)');
  const signUp = { system_slug: 'mailing_platform', external_user_id: 'demo-company' };
  const { tenant_id, token, connection } = await new ConnectionSync({ baseUrl: serviceUrl }).connections.connect(signUp);
  print(`   tenant ${tenant_id}, connection ${connection.status}, access token ${hint(token)}`);
  const company = new ConnectionSync({ baseUrl: serviceUrl, token });
  const step = { company, serviceUrl, print };

  print('3. The company connects its first shop: the tenant starts the handshake');
  const first = await connectFromTenant(step, shops[0]);
  print('4. The company connects its second shop: the shop starts the handshake');
  const second = await connectFromShop(step, shops[1]);
  const linked = [first, second];

  print('5. Both shops sync: activation has queued a first sync of every capability');
  const finished = await watchFirstSyncs(company, linked, stream);

  print('6. The mailing platform reads the records feed; the totals match the shops');
  for (const line of await compareTotals(company, linked)) print(`   ${line}`);
  print();
  for (const line of resultTable(finished)) print(line);
  for (const line of await sampleRecords(company, first, width)) print(line);
  print();

  print(`7. Records change in ${first.name}: signed webhooks announce them, and the feed delivers them`);
  for (const line of await watchWebhooks(company, serviceUrl, first)) print(`   ${line}`);

  print('8. Support staff see all of it in the admin panel');
  print(`   ${await support(linked.length + 1)}`);
  print();
  return { company, linked };
}
