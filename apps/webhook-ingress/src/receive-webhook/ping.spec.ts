import { isPing } from './ping';

const form = 'application/x-www-form-urlencoded';

describe('a ping is a form-encoded body of exactly `webhook_id=<1 to 20 digits>`', () => {
  it.each([
    ['webhook_id=1', form],
    ['webhook_id=0', `${form}; charset=UTF-8`],
    ['webhook_id=18446744073709551616', 'Application/X-WWW-Form-UrlEncoded ;charset=utf-8'],
  ])('%s as %s is a ping', (text, type) => {
    expect(isPing(Buffer.from(text), type)).toBe(true);
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
    `webhook_id=${'1'.repeat(21)}`,
    'WEBHOOK_ID=1',
    'id=1',
    '{"webhook_id":1}',
  ])('%j is not', (text) => {
    expect(isPing(Buffer.from(text), form)).toBe(false);
  });

  it.each([undefined, '', 'application/json', 'text/plain', 'multipart/form-data; boundary=x', `${form}x`, `x ${form}`])(
    'as %s it is not',
    (type) => {
      expect(isPing(Buffer.from('webhook_id=1'), type)).toBe(false);
    },
  );
});
