import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import { ConnectionApiConfiguration } from '../configuration';
import { LongestWaits } from '../longest-waits';
import { AuthenticateBearer } from './authenticate-bearer';
import { ConnectionTurns } from './connection-turns';
import { createTokenPool, tokenPool } from './token-pool';

/** Who may do what: bearer tokens. */
@Global()
@Module({
  providers: [
    AuthenticateBearer,
    ConnectionTurns,
    {
      provide: tokenPool,
      inject: [ConnectionApiConfiguration, LongestWaits],
      useFactory: ({ databaseUrl }: ConnectionApiConfiguration, waits: LongestWaits) => createTokenPool(databaseUrl, waits),
    },
  ],
  exports: [AuthenticateBearer, ConnectionTurns],
})
export class AccessModule implements OnApplicationShutdown {
  constructor(@Inject(tokenPool) private readonly pool: Pool) {}

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}
