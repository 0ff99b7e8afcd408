import { limitWaiting, serveApiDescription, serveProblemPages } from '@sync/http-api';
import type { ServiceDescription } from '@sync/service-runtime';
import { apiDescription } from './api-description/api-description';
import { AppModule } from './app.module';
import { ConnectionApiConfiguration } from './configuration';
import { allowCrossOrigin } from './cross-origin';

/** The service as the entry point and tests start it. */
export const connectionApi: ServiceDescription<ConnectionApiConfiguration> = {
  name: 'connection-api',
  configuration: ConnectionApiConfiguration,
  module: (configuration) => AppModule.with(configuration),
  port: ({ port }) => port,
  prepare: (app, configuration) => {
    limitWaiting(app);
    allowCrossOrigin(app, configuration.directInitAllowedOrigins);
    serveApiDescription(app, apiDescription);
    serveProblemPages(app);
  },
};
