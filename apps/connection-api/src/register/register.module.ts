import { Module } from '@nestjs/common';
import { RegisterController } from './register.controller';

/** POST /api/system-connections/register: the handshake endpoint of plugins. */
@Module({ controllers: [RegisterController] })
export class RegisterModule {}
