import { readFileSync } from 'node:fs';
import { blocksOf } from './documented-calls';
import type { RunningService } from './running-service';

export const pluginAuthorsPage = readFileSync('docs/plugin-authors.md', 'utf8');
export const pluginBlocks = blocksOf(pluginAuthorsPage);

/** The block with this part, without the comment on its response. */
export const pluginCode = (part: string) => pluginBlocks.find((block) => block.code.includes(part))?.code.replace(/ +# .*/, '') ?? '';

/** What stands for the placeholders of the page when the first demo shop's plugin follows it. */
export function pluginValues(service: RunningService): Map<string, string> {
  const { credentials } = service.shopSecrets<{ credentials: Record<string, string> }>('demo-shop-a');
  const { connection_token: token = '', consumer_key: key = '', consumer_secret: secret = '', webhook_secret: signing = '' } = credentials;
  return new Map([
    ['{base_url}', service.url],
    ['http://127.0.0.1:8080', service.url],
    ['./.data/', `${service.dataFolder}/`],
    ['https://shop.example', service.shopUrl('demo-shop-a')],
    ['what your connectivity check accepts', token],
    ['ck_…', key],
    ['cs_…', secret],
    ['"webhook_secret": "…"', `"webhook_secret": "${signing}"`],
    ['$webhook_secret', signing],
    ['{ … }', JSON.stringify(credentials)],
  ]);
}
