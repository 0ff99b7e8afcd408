import { describeConnectingAShop } from './panel/connecting-a-shop';
import { describeBrokenScreens } from './panel/broken-screens';
import { describeConnections } from './panel/connections';
import { describeDoctor, describeRecords, describeShopCalls } from './panel/doctor-and-records';
import { describeScreens } from './panel/looks';
import { describePreview } from './panel/preview';
import { describeSearch } from './panel/search';
import { describeSessions, describeSigningIn } from './panel/signing-in';
import { describeWebhooks } from './panel/webhooks';
import { panelSuite } from './testing/panel-suite';

describe('the panel', () => {
  const panel = panelSuite();
  describe('signing in', () => describeSigningIn(panel));
  describe('sessions', () => describeSessions(panel));
  describe('a connection', () => describeConnections(panel));
  describe('webhooks', () => describeWebhooks(panel));
  describe('the doctor', () => describeDoctor(panel));
  describe('what the shop said', () => describeShopCalls(panel));
  describe('a record', () => describeRecords(panel));
  describe('the search', () => describeSearch(panel));
  describe('the preview of the configuration widget', () => describePreview(panel));
  // Needs what the doctor found.
  describe('the screens', () => describeScreens(panel));
  describe('screens that cannot be shown', () => describeBrokenScreens(panel));
  describe('connecting a shop', () => describeConnectingAShop(panel));
});
