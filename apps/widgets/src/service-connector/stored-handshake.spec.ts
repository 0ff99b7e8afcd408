import { storedHandshake, storeHandshake } from './stored-handshake';

const pending = { id: '01960000-0000-7000-8000-000000000001', token: 'scc_x', expiresAt: Date.now() + 60_000 };
const items = new Map<string, string>();
const storage = {
  getItem: (key: string) => items.get(key) ?? null,
  setItem: (key: string, value: string) => items.set(key, value),
  removeItem: (key: string) => items.delete(key),
};
const blocked = () => {
  throw new Error('blocked');
};

describe('the handshake of a tab', () => {
  beforeEach(() => {
    items.clear();
    Object.assign(globalThis, { sessionStorage: storage });
  });
  afterAll(() => Reflect.deleteProperty(globalThis, 'sessionStorage'));

  it('is there again until it is removed, by its key', () => {
    storeHandshake('a', pending);
    expect([storedHandshake('a'), storedHandshake('b')]).toEqual([pending, null]);
    storeHandshake('a', null);
    expect([storedHandshake('a'), items.size]).toEqual([null, 0]);
  });

  it.each([
    ['nothing', null],
    ['no JSON', '{'],
    ['null', 'null'],
    ['an id that leads elsewhere', JSON.stringify({ ...pending, id: '../../x' })],
    ['no token', JSON.stringify({ ...pending, token: '' })],
    ['an expired token', JSON.stringify({ ...pending, expiresAt: Date.now() - 1 })],
    ['no expiry', JSON.stringify({ ...pending, expiresAt: null })],
  ])('is none when the storage holds %s', (_title, value) => {
    if (value !== null) items.set('a', value);
    expect(storedHandshake('a')).toBeNull();
  });

  it('is none when the storage is blocked', () => {
    Object.assign(globalThis, { sessionStorage: { getItem: blocked, setItem: blocked, removeItem: blocked } });
    storeHandshake('a', pending);
    expect(storedHandshake('a')).toBeNull();
  });
});
