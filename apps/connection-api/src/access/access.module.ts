import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Admission, RequestTimeouts } from '@sync/http-api';
import { TokenHolders } from '@sync/identity';
import type { Pool } from 'pg';
import { ConnectionApiConfiguration } from '../configuration';
import { AdmitBearer } from './admit-bearer';
import { createTokenPool, tokenPool } from './token-pool';

/** Authenticates bearer tokens. */
@Global()
@Module({
  providers: [
    { provide: Admission, useClass: AdmitBearer },
    { provide: TokenHolders, inject: [tokenPool], useFactory: (pool: Pool) => new TokenHolders(pool) },
    {
      provide: tokenPool,
      inject: [ConnectionApiConfiguration, RequestTimeouts],
      useFactory: (configuration: ConnectionApiConfiguration, timeouts: RequestTimeouts) => createTokenPool(configuration, timeouts),
    },
  ],
  exports: [Admission, TokenHolders],
})
export class AccessModule implements OnApplicationShutdown {
  constructor(@Inject(tokenPool) private readonly pool: Pool) {}

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}
