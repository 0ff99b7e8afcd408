import { describeDelivery } from './host-pages/delivery';
import { describeHostilePages } from './host-pages/hostile';
import { describeLayout } from './host-pages/layout';
import { describeLanguage } from './host-pages/language';
import { describePreferences } from './host-pages/preferences';
import { describePreflights } from './host-pages/preflights';
import { HostSite } from './testing/host-site';
import { widgetSuite } from './testing/widget-suite';

describe('on a host page', () => {
  // Initialisation from a browser is limited to the host site, so that `describeDelivery` can test another origin.
  const suite = widgetSuite((own) => own);
  describe('delivery', () => describeDelivery(suite, () => HostSite.start()));
  describe('a hostile page', () => describeHostilePages(suite));
  describe('layout', () => describeLayout(suite));
  describe('language', () => describeLanguage(suite));
  describe('preferences of the user', () => describePreferences(suite));
  describe('preflights', () => describePreflights(suite));
});
