import { Module } from '@nestjs/common';
import { ShopConfigurationController } from './shop-configuration.controller';
import { ShopsController } from './shops.controller';
import { WidgetTokens } from './widget-tokens';
import { WidgetTokensController } from './widget-tokens.controller';

/** /api/system-connections/{id}/…: what a caller does with the shops of its tenant. */
@Module({
  controllers: [ShopsController, ShopConfigurationController, WidgetTokensController],
  providers: [WidgetTokens],
  exports: [WidgetTokens],
})
export class ShopsModule {}
