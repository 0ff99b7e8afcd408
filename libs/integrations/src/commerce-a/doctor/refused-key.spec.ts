import { firstToHold } from '../../shop-doctor/check';
import { StoreReply } from '../../store-http/store-reply';
import { recording } from '../../testing/replaying-shop';
import { refusedKeyVerdicts } from './refused-key';

function recorded(name: string): StoreReply {
  const { status, headers, body } = recording(name);
  const header = (wanted: string): string | null => headers.find(([known]) => known.toLowerCase() === wanted.toLowerCase())?.[1] ?? null;
  return new StoreReply(status, header, Buffer.from(body), 'orders page 1', 'https://shop.example');
}

describe('refusedKeyVerdicts', () => {
  it.each([
    ['auth-wrong-key-orders', 'https://shop.example', 'The Authorization header does not reach the shop'],
    ['auth-wrong-key-orders', 'http://shop.example', 'over plain http the platform does not look at the key, or the key was revoked'],
    ['auth-wrong-secret-orders', 'https://shop.example', 'The shop knows the key, and the secret does not belong to it.'],
    ['auth-wrong-secret-orders', 'http://shop.example', 'The shop knows the key, and the secret does not belong to it.'],
  ])('explains the recorded %s at %s', (name, storeBase, cause) => {
    const found = firstToHold(refusedKeyVerdicts(storeBase, recorded(name)));
    expect(found).toMatchObject({ verdict: 'problem', cause: expect.stringContaining(cause) });
  });
});
