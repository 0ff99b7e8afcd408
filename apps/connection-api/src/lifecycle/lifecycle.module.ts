import { Module } from '@nestjs/common';
import { LifecycleController } from './lifecycle.controller';

/** /api/widget/connection: disconnect, reconnect and uninstall. */
@Module({ controllers: [LifecycleController] })
export class LifecycleModule {}
