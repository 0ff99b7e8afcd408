import { Module } from '@nestjs/common';
import { NotificationAddressesController } from './notification-addresses.controller';

/** /api/notification-addresses. */
@Module({ controllers: [NotificationAddressesController] })
export class NotificationAddressesModule {}
