import { describeFailures } from './service-config/failures';
import { describeForm } from './service-config/form';
import { describeSaving } from './service-config/saving';
import { describeHostileSchemas, describeSchemas } from './service-config/schemas';
import { describeTokens } from './service-config/tokens';
import { widgetSuite } from './testing/widget-suite';

describe('<service-config>', () => {
  const suite = widgetSuite();
  describe('the form', () => describeForm(suite));
  describe('failures', () => describeFailures(suite));
  describe('saving', () => describeSaving(suite));
  describe('the token', () => describeTokens(suite));
  describe('schemas', () => describeSchemas(suite));
  describe('hostile texts', () => describeHostileSchemas(suite));
});
