import { PageCache } from './page-cache';

describe('page cache', () => {
  it('keeps at most the allowed bytes and drops the least recently used page first', () => {
    const made: string[] = [];
    const cache = new PageCache(100);
    const page = (key: string) => cache.get(key, () => (made.push(key), Buffer.alloc(40)));
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) page(key);
    expect(made).toEqual(['a', 'b', 'c', 'b']);
  });

  it('passes on a page larger than the whole cache', () => {
    const cache = new PageCache(10);
    expect(cache.get('a', () => Buffer.alloc(11))).toHaveLength(11);
  });
});
