import { Module } from '@nestjs/common';
import { ReadConfiguration } from './read-configuration';
import { ReadConnectionStatus } from './read-connection-status';
import { SaveConfiguration } from './save-configuration';
import { WidgetController } from './widget.controller';

/** /api/widget/*: the API of the widgets, open to pages of any origin. */
@Module({ controllers: [WidgetController], providers: [ReadConnectionStatus, ReadConfiguration, SaveConfiguration] })
export class WidgetModule {}
