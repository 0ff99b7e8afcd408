import type { ServiceDescription } from '@sync/service-runtime';
import { serveApiDescription, serveApiPages } from './api-description/api-description';
import { AppModule } from './app.module';
import { ConnectionApiConfiguration } from './configuration';
import { answerOtherOrigins } from './cross-origin';

/** The service, for whoever starts it: the entry point, or a test. */
export const connectionApi: ServiceDescription<ConnectionApiConfiguration> = {
  name: 'connection-api',
  configuration: ConnectionApiConfiguration,
  module: (configuration) => AppModule.with(configuration),
  port: ({ port }) => port,
  prepare: (app, configuration) => {
    answerOtherOrigins(app, configuration.directInitAllowedOrigins);
    serveApiDescription(app);
    serveApiPages(app);
  },
};
