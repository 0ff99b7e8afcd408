import { DemoShopB, type DemoShopBOptions } from '@sync/demo-shops';

/** A demo shop as a process: its options come as JSON in DEMO_SHOP_OPTIONS. It ends with SIGTERM and with the process that started it. */
async function main(): Promise<void> {
  const options = JSON.parse(process.env.DEMO_SHOP_OPTIONS ?? '{}') as DemoShopBOptions;
  const shop = await DemoShopB.start(options);
  const { customers, products, orders } = shop.totals();
  const line = { level: 30, time: Date.now(), msg: 'demo shop is open', url: shop.url, customers, products, orders };
  process.stdout.write(`${JSON.stringify(line)}\n`);
  process.send?.({ url: shop.url });
  const stop = () => {
    void shop.stop().then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', stop);
}

main().catch((error: Error) => {
  process.stderr.write(`The demo shop could not start: ${error.message}\n`);
  process.exit(1);
});
