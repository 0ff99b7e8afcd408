import { isPing } from './ping';

describe('a ping is a body of exactly `webhook_id=<digits>`', () => {
  it.each(['webhook_id=1', 'webhook_id=0', 'webhook_id=18446744073709551616'])('%s is a ping', (text) => {
    expect(isPing(Buffer.from(text))).toBe(true);
  });

  it.each([
    '',
    'webhook_id=',
    'webhook_id',
    'webhook_id=1\n',
    ' webhook_id=1',
    'webhook_id=1 ',
    'webhook_id=-1',
    'webhook_id=1a',
    'webhook_id=1&a=b',
    'webhook_id=１',
    'WEBHOOK_ID=1',
    'id=1',
    '{"webhook_id":1}',
  ])('%j is not', (text) => {
    expect(isPing(Buffer.from(text))).toBe(false);
  });
});
