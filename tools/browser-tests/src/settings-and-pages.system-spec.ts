import { describeBadMoments } from './demo-site/bad-moments';
import { describeDocuments } from './demo-site/documents';
import { describeDemoPage } from './demo-site/journeys';
import { describeReference } from './demo-site/reference';
import { describeStates } from './host-pages/every-state';
import { describePackage } from './host-pages/npm-package';
import { describeConnection } from './service-config/connection';
import { describeFailures } from './service-config/failures';
import { describeForm } from './service-config/form';
import { describeLoading } from './service-config/loading';
import { describeSaving } from './service-config/saving';
import { describeHostileSchemas, describeSchemas } from './service-config/schemas';
import { describeTokens } from './service-config/tokens';
import { describeWebhooksJourney } from './service-webhooks/journey';
import { runningWidgets, widgetSuite } from './testing/widget-suite';

const running = runningWidgets();

describe('<service-config>', () => {
  const suite = widgetSuite(running);
  describe('the form', () => describeForm(suite));
  describe('loading', () => describeLoading(suite));
  describe('the connection', () => describeConnection(suite));
  describe('failures', () => describeFailures(suite));
  describe('saving', () => describeSaving(suite));
  describe('the token', () => describeTokens(suite));
  describe('schemas', () => describeSchemas(suite));
  describe('hostile texts', () => describeHostileSchemas(suite));
});

describe('<service-webhooks>', () => describeWebhooksJourney(widgetSuite(running)));
describe('the npm package', () => describePackage(widgetSuite(running)));
describe('every state', () => describeStates(running));
describe('the demo page', () => describeDemoPage(running));
describe('the demo page at a bad moment', () => describeBadMoments(running));
describe('documents', () => describeDocuments(running));
describe('the reference of the API', () => describeReference(running));
