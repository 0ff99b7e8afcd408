import { DemoShopA } from '@sync/demo-shops';
import { runDemoShop } from '../run-demo-shop';

void runDemoShop(DemoShopA.start);
