import { Global, Module } from '@nestjs/common';
import { Reauthentication, SecondFactor, SignIn } from '@sync/administration';
import { CredentialsCipher } from '@sync/credentials';
import { Admission } from '@sync/http-api';
import { DataSource } from 'typeorm';
import { AdminApiConfiguration } from '../configuration';
import { AdmitSession } from './admit-session';
import { ConnectionAccess } from './connection-access';

const totpSecrets = ({ encryptionKeys }: AdminApiConfiguration) => new CredentialsCipher(encryptionKeys, 'users|totp_secret');

/** Who uses the API, and what they may. */
@Global()
@Module({
  providers: [
    { provide: Admission, useClass: AdmitSession },
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
  exports: [Admission, ConnectionAccess, SignIn, SecondFactor, Reauthentication],
})
export class AccessModule {}
