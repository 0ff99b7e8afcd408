import type { ServiceDescription } from '@sync/service-runtime';
import { AppModule } from './app.module';
import { WebhookIngressConfiguration } from './configuration';

/** The service, as the entry point and tests start it. */
export const webhookIngress: ServiceDescription<WebhookIngressConfiguration> = {
  name: 'webhook-ingress',
  configuration: WebhookIngressConfiguration,
  module: (configuration) => AppModule.with(configuration),
  port: ({ port }) => port,
  rawBodies: ({ webhookMaxBytes }) => ({ maxBytes: webhookMaxBytes }),
};
