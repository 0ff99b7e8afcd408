import { Module } from '@nestjs/common';
import { ConnectionApiConfiguration } from '../configuration';
import { AllowedOrigins } from './allowed-origins';
import { ConnectController } from './connect.controller';
import { FinaliseAsCaller } from './finalise-as-caller';
import { InitialiseDirectSystem } from './initialise-direct-system';
import { StartTenantHandshake } from './start-tenant-handshake';

/** POST /api/system-connections/connect: the handshake endpoint of callers and their widgets. */
@Module({
  controllers: [ConnectController],
  providers: [
    InitialiseDirectSystem,
    StartTenantHandshake,
    FinaliseAsCaller,
    {
      provide: AllowedOrigins,
      inject: [ConnectionApiConfiguration],
      useFactory: ({ directInitAllowedOrigins }: ConnectionApiConfiguration) => new AllowedOrigins(directInitAllowedOrigins),
    },
  ],
})
export class ConnectModule {}
