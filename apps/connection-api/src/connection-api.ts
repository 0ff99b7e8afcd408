import { limitWaiting, serveApiDescription, serveProblemPages } from '@sync/http-api';
import type { ServiceDescription } from '@sync/service-runtime';
import { handleRequestsOfTokens } from './access/handle-requests-of-tokens';
import { apiDescription } from './api-description/api-description';
import { AppModule } from './app.module';
import { ConnectionApiConfiguration } from './configuration';
import { translateOwnRefusal } from './connections/translate-own-refusals';
import { allowCrossOrigin } from './cross-origin';

/** The service as the entry point and tests start it. */
export const connectionApi: ServiceDescription<ConnectionApiConfiguration> = {
  name: 'connection-api',
  configuration: ConnectionApiConfiguration,
  module: (configuration) => AppModule.with(configuration),
  port: ({ port }) => port,
  translate: translateOwnRefusal,
  prepare: (app, configuration) => {
    limitWaiting(app);
    handleRequestsOfTokens(app);
    allowCrossOrigin(app, configuration.directInitAllowedOrigins);
    serveApiDescription(app, apiDescription);
    serveProblemPages(app);
  },
};
