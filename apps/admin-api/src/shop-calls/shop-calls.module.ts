import { Module } from '@nestjs/common';
import { ShopCallsController } from './shop-calls.controller';

/** /api/admin/connections/{id}/shop-calls. */
@Module({ controllers: [ShopCallsController] })
export class ShopCallsModule {}
