import { describeConnection } from './service-config/connection';
import { describeFailures } from './service-config/failures';
import { describeForm } from './service-config/form';
import { describeLoading } from './service-config/loading';
import { describeSaving } from './service-config/saving';
import { describeHostileSchemas, describeSchemas } from './service-config/schemas';
import { describeTokens } from './service-config/tokens';
import { widgetSuite } from './testing/widget-suite';

describe('<service-config>', () => {
  const suite = widgetSuite();
  describe('the form', () => describeForm(suite));
  describe('loading', () => describeLoading(suite));
  describe('the connection', () => describeConnection(suite));
  describe('failures', () => describeFailures(suite));
  describe('saving', () => describeSaving(suite));
  describe('the token', () => describeTokens(suite));
  describe('schemas', () => describeSchemas(suite));
  describe('hostile texts', () => describeHostileSchemas(suite));
});
