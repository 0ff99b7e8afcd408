/** A demo shop as its process sees it. */
export interface RunnableShop {
  readonly url: string;
  totals(): Readonly<Record<'customers' | 'products' | 'orders', number>>;
  stop(): Promise<void>;
}

/** Runs a demo shop as a process, with options as JSON in DEMO_SHOP_OPTIONS. Ends with SIGTERM, and with the process that started it. */
export async function runDemoShop<O>(start: (options: O) => Promise<RunnableShop>): Promise<void> {
  try {
    const shop = await start(JSON.parse(process.env.DEMO_SHOP_OPTIONS ?? '{}') as O);
    const { customers, products, orders } = shop.totals();
    const line = { level: 30, time: Date.now(), msg: 'demo shop is open', url: shop.url, customers, products, orders };
    process.stdout.write(`${JSON.stringify(line)}\n`);
    process.send?.({ url: shop.url });
    const stop = () => {
      void shop.stop().then(() => process.exit(0));
    };
    for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(event, stop);
  } catch (error) {
    process.stderr.write(`The demo shop could not start: ${(error as Error).message}\n`);
    process.exit(1);
  }
}
