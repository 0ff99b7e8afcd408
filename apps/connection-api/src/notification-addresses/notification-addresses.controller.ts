import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { readNotificationAddresses, replaceNotificationAddresses } from '@sync/domain';
import { NotificationAddresses, NotificationAddressesInput, presentNotificationAddresses, requireMail } from '@sync/http-api';
import { ApiProblems } from '@sync/service-runtime';
import { DataSource } from 'typeorm';
import { tenantOf, type Caller } from '../access/caller';
import { RequestCaller } from '../access/request-caller';
import { RequiresBearer } from '../access/requires-bearer';
import { ConnectionApiConfiguration } from '../configuration';

/** Who gets a mail when the link to a shop breaks. */
@ApiTags('Notification addresses')
@RequiresBearer('notification addresses', 'active')
@Controller('api/notification-addresses')
export class NotificationAddressesController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly configuration: ConnectionApiConfiguration,
  ) {}

  /**
   * Read the notification addresses
   * @remarks Your company's addresses, which get a mail when the link to a shop breaks, and one when it works again.
   * @returns The addresses
   */
  @Get()
  async getNotificationAddresses(@RequestCaller() caller: Caller): Promise<NotificationAddresses> {
    return presentNotificationAddresses(await readNotificationAddresses(this.dataSource, tenantOf(caller)), this.configuration);
  }

  /**
   * Replace the notification addresses
   * @remarks An empty list ends the mails. 409 for addresses while the service sends no mail.
   * @returns The addresses
   */
  @Put()
  @ApiProblems('conflict')
  async replaceNotificationAddresses(
    @RequestCaller() caller: Caller,
    @Body() input: NotificationAddressesInput,
  ): Promise<NotificationAddresses> {
    requireMail(this.configuration, input);
    const replaced = await this.dataSource.transaction((manager) =>
      replaceNotificationAddresses(manager, tenantOf(caller), input.addresses),
    );
    return presentNotificationAddresses(replaced?.addresses ?? [], this.configuration);
  }
}
