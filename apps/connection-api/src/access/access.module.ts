import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { RequestTimeouts } from '@sync/http-api';
import type { Pool } from 'pg';
import { ConnectionApiConfiguration } from '../configuration';
import { AuthenticateBearer } from './authenticate-bearer';
import { RecordTokenUse } from './record-token-use';
import { createTokenPool, tokenPool } from './token-pool';
import { WithinTenant } from './within-tenant';

/** Authenticates bearer tokens. */
@Global()
@Module({
  providers: [
    AuthenticateBearer,
    { provide: APP_INTERCEPTOR, useClass: RecordTokenUse },
    { provide: APP_INTERCEPTOR, useClass: WithinTenant },
    {
      provide: tokenPool,
      inject: [ConnectionApiConfiguration, RequestTimeouts],
      useFactory: (configuration: ConnectionApiConfiguration, timeouts: RequestTimeouts) => createTokenPool(configuration, timeouts),
    },
  ],
  exports: [AuthenticateBearer],
})
export class AccessModule implements OnApplicationShutdown {
  constructor(@Inject(tokenPool) private readonly pool: Pool) {}

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}
