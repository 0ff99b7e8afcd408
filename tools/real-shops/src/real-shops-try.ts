import { mkdtempSync, chmodSync, writeFileSync } from 'node:fs';
import { readFileSync } from 'node:fs';
import { RunningService } from './service/service';
const [key, url] = readFileSync('/tmp/rs.key', 'utf8').trim().split(' ');
const [ck, cs] = key!.split(':');
const log = readFileSync('/tmp/rs.log', 'utf8');
const connection_token = /connection_token: '([^']+)/.exec(log)![1];
const webhook_secret = /webhook_secret: '([^']+)/.exec(log)![1];
const folder = mkdtempSync('/tmp/real-try-'); chmodSync(folder, 0o755);
const s = await RunningService.start(folder);
try {
const id = await s.linkFromShop({ system_slug: 'commerce_a', base_url: url, credentials: { consumer_key: ck, consumer_secret: cs, connection_token, webhook_secret } });
await s.syncByRequestOnly(id).catch((e) => console.log(e));
console.log(await s.settled(id, 120000));
for (const t of ['customers', 'products', 'orders'] as const) writeFileSync(`/tmp/feed-${t}.json`, JSON.stringify(await s.feed(t, id), null, 1));
} catch (e) { console.log(e, s.output); }
await s.stop();
