/** Serialised pages, least recently used first out, up to a number of bytes. */
export class PageCache {
  private readonly pages = new Map<string, Buffer>();
  private bytes = 0;

  constructor(private readonly maxBytes: number) {}

  get(key: string, make: () => Buffer): Buffer {
    const known = this.pages.get(key);
    if (known) {
      this.pages.delete(key);
      this.pages.set(key, known);
      return known;
    }
    const page = make();
    if (page.length > this.maxBytes) return page;
    this.pages.set(key, page);
    this.bytes += page.length;
    for (const [oldest, { length }] of this.pages) {
      if (this.bytes <= this.maxBytes) break;
      this.pages.delete(oldest);
      this.bytes -= length;
    }
    return page;
  }
}
