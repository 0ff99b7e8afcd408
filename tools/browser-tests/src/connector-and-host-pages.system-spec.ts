import { describeDelivery } from './host-pages/delivery';
import { describeHostilePages } from './host-pages/hostile';
import { describeLanguage } from './host-pages/language';
import { describeLayout } from './host-pages/layout';
import { describePreferences } from './host-pages/preferences';
import { describePreflights } from './host-pages/preflights';
import { describeAccess } from './service-connector/access';
import { describeInitialising } from './service-connector/initialising';
import { describeInstructions } from './service-connector/instructions';
import { describeJourney } from './service-connector/journey';
import { describeLinkedShops } from './service-connector/linked';
import { describePlacement } from './service-connector/placement';
import { describeResume } from './service-connector/resume';
import { describeToken } from './service-connector/token';
import { HostSite } from './testing/host-site';
import { runningWidgets, widgetSuite } from './testing/widget-suite';

// Apart from the other suite of widgets: initialisation from a browser is limited to the host site, so that `describeDelivery` can test another origin.
const running = runningWidgets((own) => own);

describe('<service-connector>', () => {
  const suite = widgetSuite(running);
  describe('initialising', () => describeInitialising(suite));
  describe('instructions', () => describeInstructions(suite));
  describe('the token', () => describeToken(suite));
  describe('resuming', () => describeResume(suite));
  describe('connected shops', () => describeLinkedShops(suite));
  describe('the whole journey', () => describeJourney(suite));
  describe('placement and polling', () => describePlacement(suite));
  describe('keyboard and live region', () => describeAccess(suite));
});

describe('on a host page', () => {
  const suite = widgetSuite(running);
  describe('delivery', () => describeDelivery(suite, () => HostSite.start()));
  describe('a hostile page', () => describeHostilePages(suite));
  describe('layout', () => describeLayout(suite));
  describe('language', () => describeLanguage(suite));
  describe('preferences of the user', () => describePreferences(suite));
  describe('preflights', () => describePreflights(suite));
});
