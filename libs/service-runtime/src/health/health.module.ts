import { Module, type DynamicModule, type FactoryProvider, type ModuleMetadata } from '@nestjs/common';
import { HealthController } from './health.controller';
import { Readiness, type ReadinessCheck } from './readiness';

export interface HealthOptions extends Pick<ModuleMetadata, 'imports'>, Pick<FactoryProvider, 'inject'> {
  /** What the app cannot work without, by the name that is shown when it is away. */
  useFactory: (...injected: never[]) => Record<string, ReadinessCheck>;
}

/** GET /health/live and /health/ready. */
@Module({})
export class HealthModule {
  static forRootAsync({ imports = [], inject = [], useFactory }: HealthOptions): DynamicModule {
    const readiness = { provide: Readiness, inject, useFactory: (...injected: never[]) => new Readiness(useFactory(...injected)) };
    return { module: HealthModule, global: true, imports, controllers: [HealthController], providers: [readiness], exports: [Readiness] };
  }
}
