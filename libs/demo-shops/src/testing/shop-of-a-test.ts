/** One shop for each test: `begin` opens it, with these sizes by default. Call it inside `describe`. */
export function shopOfATest<O extends object, S extends { stop(): Promise<void> }>(start: (options: O) => Promise<S>) {
  const sizes = { customers: 70, orders: 120, products: 60 };
  let current: S | null = null;
  afterEach(async () => {
    await current?.stop();
    current = null;
  });
  return {
    shop: (): S => {
      if (!current) throw new Error('begin() comes first');
      return current;
    },
    begin: async (options?: Partial<O>): Promise<S> => {
      await current?.stop();
      return (current = await start({ ...sizes, ...options } as unknown as O));
    },
  };
}
