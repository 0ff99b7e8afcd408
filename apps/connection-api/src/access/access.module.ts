import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { RequestTimeouts } from '@sync/http-api';
import { TokenHolders } from '@sync/identity';
import type { Pool } from 'pg';
import { ConnectionApiConfiguration } from '../configuration';
import { AuthenticateBearer } from './authenticate-bearer';
import { createTokenPool, tokenPool } from './token-pool';

/** Authenticates bearer tokens. */
@Global()
@Module({
  providers: [
    AuthenticateBearer,
    { provide: TokenHolders, inject: [tokenPool], useFactory: (pool: Pool) => new TokenHolders(pool) },
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
