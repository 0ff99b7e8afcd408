import { SecretForms } from './secret-forms';

const value = 'ab+/cd=&"<ef ghij-klmnopqrstuvwxyz';
const forms = new SecretForms([{ name: 'it', value }]);

describe('looking for a secret', () => {
  it.each([
    ['plain', value],
    ['in JSON', JSON.stringify({ value })],
    ['in JSON in JSON', JSON.stringify(JSON.stringify({ value }))],
    ['in a query', `?token=${encodeURIComponent(value)}`],
    ['in a form', new URLSearchParams({ value }).toString()],
    ['hex', Buffer.from(value).toString('hex')],
    ['a Basic header', Buffer.from(`user:${value}`).toString('base64')],
    ['base64 after one letter', Buffer.from(`x${value}y`).toString('base64')],
    ['base64url after two letters', Buffer.from(`xx${value}yy`).toString('base64url')],
    ['a buffer as JSON', JSON.stringify(Buffer.from(value))],
    ['shortened', `${value.slice(0, 20)}…`],
  ])('finds it %s', (_, text) => {
    expect(forms.foundIn(`before ${text} after`)).not.toEqual([]);
  });

  it('finds nothing in text without a secret', () => {
    expect(forms.foundIn(`${value.slice(0, 8)} ${Buffer.from('something else altogether').toString('base64')}`)).toEqual([]);
  });
});
