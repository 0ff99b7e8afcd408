import { limitWaiting, serveApiDescription } from '@sync/http-api';
import type { ServiceDescription } from '@sync/service-runtime';
import { translateAdministrationRefusal } from './access/translate-administration-refusals';
import { apiDescription } from './api-description/api-description';
import { AppModule } from './app.module';
import { AdminApiConfiguration } from './configuration';

/** The service as the entry point and tests start it. Pages of other origins may not call it. */
export const adminApi: ServiceDescription<AdminApiConfiguration> = {
  name: 'admin-api',
  configuration: AdminApiConfiguration,
  module: (configuration) => AppModule.with(configuration),
  port: ({ port }) => port,
  translate: translateAdministrationRefusal,
  prepare: (app) => {
    limitWaiting(app);
    serveApiDescription(app, apiDescription);
  },
};
