import { Module } from '@nestjs/common';
import { ShopsModule } from '../shops/shops.module';
import { ReadConnectionStatus } from './read-connection-status';
import { ReadWidgetConnections } from './read-widget-connections';
import { WidgetConnectionsController } from './widget-connections.controller';
import { WidgetSessionsController } from './widget-sessions.controller';
import { WidgetController } from './widget.controller';

/** /api/widget/*: the API of the widgets, open to pages of any origin. */
@Module({
  imports: [ShopsModule],
  controllers: [WidgetController, WidgetConnectionsController, WidgetSessionsController],
  providers: [ReadConnectionStatus, ReadWidgetConnections],
})
export class WidgetModule {}
