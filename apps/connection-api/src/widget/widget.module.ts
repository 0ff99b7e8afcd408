import { Module } from '@nestjs/common';
import { ReadConfiguration } from './read-configuration';
import { ReadConnectionStatus } from './read-connection-status';
import { SaveConfiguration } from './save-configuration';
import { WidgetController } from './widget.controller';

/** /api/widget/*: what the widgets call, from any page. */
@Module({ controllers: [WidgetController], providers: [ReadConnectionStatus, ReadConfiguration, SaveConfiguration] })
export class WidgetModule {}
