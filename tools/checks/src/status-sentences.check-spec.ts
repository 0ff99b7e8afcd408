import { readFileSync } from 'node:fs';
import { transitions } from '@sync/domain';

const textsOf = <T>(app: string, language: string) => JSON.parse(readFileSync(`apps/${app}/src/language/${language}.json`, 'utf8')) as T;

const codes = ['credentials_refused', 'shop_unreachable', 'other_platform', 'blocked', 'reachable_again', 'waiting_for_shop'] as const;

describe('the sentence of a status', () => {
  it.each(['en', 'de'])('is the same in the widgets and in the panel, which may say more (%s)', (language) => {
    const { shared } = textsOf<{ shared: Record<string, string> }>('widgets', language);
    const panel = textsOf<Record<string, string>>('admin-panel', language);
    for (const code of codes) expect(panel[`why.${code}`]?.startsWith(shared[code] ?? '?')).toBe(true);
  });

  it('is the same in the service', () => {
    const { shared } = textsOf<{ shared: Record<string, string> }>('widgets', 'en');
    expect(transitions['breaker opened'].because.message.startsWith(shared.shop_unreachable ?? '?')).toBe(true);
  });
});
