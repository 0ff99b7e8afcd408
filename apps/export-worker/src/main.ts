import 'reflect-metadata';
import { startService } from '@sync/service-runtime';
import { AppModule } from './app.module';
import { WorkerConfiguration } from './configuration';
import { keepMemorySteady } from './steady-memory';

keepMemorySteady();

void startService({
  name: 'export-worker',
  configuration: WorkerConfiguration,
  module: (configuration) => AppModule.with(configuration),
  port: ({ port }) => port,
});
