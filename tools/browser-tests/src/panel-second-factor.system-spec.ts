import { describeConnectionChanges } from './panel/connection-changes';
import { describeFailedWork, failWork } from './panel/failed-work';
import { describeDialogs } from './panel/looks';
import { describeCompanies, describeSyncRules, describeSystems } from './panel/rules-and-systems';
import { describeSecondFactor } from './panel/second-factor';
import { panelSuite } from './testing/panel-suite';

/** Apart from the other suite of the panel, because this service requires a second factor. What stands below it needs no certain setting. */
describe('the panel of a service that requires a second factor of super administrators', () => {
  const panel = panelSuite({ ADMIN_REQUIRE_TOTP: '1', MAIL_FROM: 'sync@service.example', SMTP_URL: 'smtp://127.0.0.1:9' });
  let replaced: string;
  let failedTask: string;
  beforeAll(async () => {
    replaced = await panel.replaceShopA();
    failedTask = await failWork(panel);
  });
  describe('the second factor', () => describeSecondFactor(panel));
  describe('sync rules', () => describeSyncRules(panel));
  describe('systems', () => describeSystems(panel));
  describe('companies', () => describeCompanies(panel));
  // Before the tests that erase the connection and discard the task.
  describe('the dialogs', () =>
    describeDialogs(
      panel,
      () => replaced,
      () => failedTask,
    ));
  describe('a connection', () => describeConnectionChanges(panel, () => replaced));
  describe('failed work', () => describeFailedWork(panel, () => failedTask));
});
