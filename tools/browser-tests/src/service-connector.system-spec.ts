import { describeAccess } from './service-connector/access';
import { describeInitialising } from './service-connector/initialising';
import { describeInstructions } from './service-connector/instructions';
import { describeJourney } from './service-connector/journey';
import { describeLinkedShops } from './service-connector/linked';
import { describePlacement } from './service-connector/placement';
import { describePolling } from './service-connector/polling';
import { describeResume } from './service-connector/resume';
import { describeToken } from './service-connector/token';
import { widgetSuite } from './testing/widget-suite';

describe('<service-connector>', () => {
  const suite = widgetSuite();
  describe('initialising', () => describeInitialising(suite));
  describe('instructions', () => describeInstructions(suite));
  describe('the token', () => describeToken(suite));
  describe('polling', () => describePolling(suite));
  describe('resuming', () => describeResume(suite));
  describe('connected shops', () => describeLinkedShops(suite));
  describe('the whole journey', () => describeJourney(suite));
  describe('placement', () => describePlacement(suite));
  describe('keyboard and live region', () => describeAccess(suite));
});
