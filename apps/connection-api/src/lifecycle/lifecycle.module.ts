import { Module } from '@nestjs/common';
import { DisconnectConnection } from './disconnect-connection';
import { LifecycleController } from './lifecycle.controller';
import { ReconnectConnection } from './reconnect-connection';
import { UninstallConnection } from './uninstall-connection';

/** /api/widget/connection: disconnect, reconnect and uninstall. */
@Module({ controllers: [LifecycleController], providers: [DisconnectConnection, ReconnectConnection, UninstallConnection] })
export class LifecycleModule {}
