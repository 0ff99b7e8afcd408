import { Global, Module } from '@nestjs/common';
import { ActivateAgain, VerifyCredentials } from '@sync/connections';
import { CredentialsCipher } from '@sync/domain';
import { DurableWork } from '@sync/durable-work';
import { DataSource } from 'typeorm';
import { ConnectionMutex } from '../access/connection-mutex';
import { ConnectionApiConfiguration } from '../configuration';
import { ChangeConnection } from './change-connection';
import { LifecycleController } from './lifecycle.controller';

/** /api/widget/connection: disconnect, reconnect and uninstall. */
@Global()
@Module({
  controllers: [LifecycleController],
  providers: [
    ChangeConnection,
    {
      provide: ActivateAgain,
      inject: [DataSource, DurableWork, VerifyCredentials, CredentialsCipher, ConnectionApiConfiguration, ConnectionMutex],
      useFactory: createActivateAgain,
    },
  ],
  exports: [ChangeConnection],
})
export class LifecycleModule {}

function createActivateAgain(
  dataSource: DataSource,
  work: DurableWork,
  verification: VerifyCredentials,
  cipher: CredentialsCipher,
  { disconnectedGraceDays: graceDays }: ConnectionApiConfiguration,
  mutex: ConnectionMutex,
): ActivateAgain {
  const runExclusive = <T>(id: string, change: () => Promise<T>) => mutex.runExclusive(id, change);
  return new ActivateAgain({ dataSource, work, verification, cipher, graceDays, runExclusive });
}
