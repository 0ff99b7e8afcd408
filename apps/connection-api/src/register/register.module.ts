import { Module } from '@nestjs/common';
import { FinaliseAsPlugin } from './finalise-as-plugin';
import { RegisterController } from './register.controller';
import { StartPluginHandshake } from './start-plugin-handshake';

/** POST /api/system-connections/register: the handshake endpoint of plugins. */
@Module({ controllers: [RegisterController], providers: [StartPluginHandshake, FinaliseAsPlugin] })
export class RegisterModule {}
