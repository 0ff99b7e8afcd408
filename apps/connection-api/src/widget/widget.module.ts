import { Module } from '@nestjs/common';
import { ReadConnectionStatus } from './read-connection-status';
import { WidgetController } from './widget.controller';

/** /api/widget/*: the API of the widgets, open to pages of any origin. */
@Module({ controllers: [WidgetController], providers: [ReadConnectionStatus] })
export class WidgetModule {}
