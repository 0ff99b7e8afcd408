import { Global, Module } from '@nestjs/common';
import { Reauthentication, SecondFactor, SignIn } from '@sync/administration';
import { CredentialsCipher } from '@sync/credentials';
import { DataSource } from 'typeorm';
import { AdminApiConfiguration } from '../configuration';
import { AuthenticateSession } from './authenticate-session';
import { ConnectionAccess } from './connection-access';

const totpSecrets = ({ encryptionKeys }: AdminApiConfiguration) => new CredentialsCipher(encryptionKeys, 'users|totp_secret');

/** Who uses the API, and what they may. */
@Global()
@Module({
  providers: [
    AuthenticateSession,
    ConnectionAccess,
    {
      provide: SignIn,
      inject: [DataSource, AdminApiConfiguration],
      useFactory: (dataSource: DataSource, configuration: AdminApiConfiguration) =>
        new SignIn(dataSource, totpSecrets(configuration), configuration.sessionLimits),
    },
    {
      provide: SecondFactor,
      inject: [DataSource, AdminApiConfiguration],
      useFactory: (dataSource: DataSource, configuration: AdminApiConfiguration) =>
        new SecondFactor(dataSource, totpSecrets(configuration)),
    },
    {
      provide: Reauthentication,
      inject: [DataSource, AdminApiConfiguration],
      useFactory: (dataSource: DataSource, configuration: AdminApiConfiguration) =>
        new Reauthentication(dataSource, totpSecrets(configuration)),
    },
  ],
  exports: [AuthenticateSession, ConnectionAccess, SignIn, SecondFactor, Reauthentication],
})
export class AccessModule {}
