import { Module, type DynamicModule, type FactoryProvider, type ModuleMetadata } from '@nestjs/common';
import { HealthController } from './health.controller';
import { Readiness, type ReadinessChecks } from './readiness';

export interface HealthOptions extends Pick<ModuleMetadata, 'imports'>, Pick<FactoryProvider, 'inject'> {
  /** What the app depends on. Each check is reported by its name. */
  useFactory: (...injected: never[]) => ReadinessChecks;
  /** Something that operators should know although the app works. Given the same as `useFactory`. */
  useNotice?: (...injected: never[]) => Promise<string | null>;
}

/** GET /health/live and /health/ready. */
@Module({})
export class HealthModule {
  static forRootAsync({ imports = [], inject = [], useFactory, useNotice }: HealthOptions): DynamicModule {
    const readiness = {
      provide: Readiness,
      inject,
      useFactory: (...injected: never[]) => new Readiness(useFactory(...injected), useNotice && (() => useNotice(...injected))),
    };
    return { module: HealthModule, global: true, imports, controllers: [HealthController], providers: [readiness], exports: [Readiness] };
  }
}
