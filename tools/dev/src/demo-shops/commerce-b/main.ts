import { DemoShopB } from '@sync/demo-shops';
import { runDemoShop } from '../run-demo-shop';

void runDemoShop(DemoShopB.start);
