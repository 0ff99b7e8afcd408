import type { ServiceDescription } from '@sync/service-runtime';
import { AppModule } from './app.module';
import { WebhookIngressConfiguration } from './configuration';

/** The service, for whoever starts it: the entry point, or a test. */
export const webhookIngress: ServiceDescription<WebhookIngressConfiguration> = {
  name: 'webhook-ingress',
  configuration: WebhookIngressConfiguration,
  module: (configuration) => AppModule.with(configuration),
  port: ({ port }) => port,
  rawBodies: ({ webhookMaxBytes }) => ({ limit: webhookMaxBytes }),
};
