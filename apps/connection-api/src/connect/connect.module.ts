import { Module } from '@nestjs/common';
import { ConnectionApiConfiguration } from '../configuration';
import { AllowedOrigins } from './allowed-origins';
import { ConnectController } from './connect.controller';

/** POST /api/system-connections/connect: the handshake endpoint of callers and their widgets. */
@Module({
  controllers: [ConnectController],
  providers: [
    {
      provide: AllowedOrigins,
      inject: [ConnectionApiConfiguration],
      useFactory: ({ directInitAllowedOrigins }: ConnectionApiConfiguration) => new AllowedOrigins(directInitAllowedOrigins),
    },
  ],
})
export class ConnectModule {}
