import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { readShopCalls, shopCallDirections, type ShopCallDirection } from '@sync/domain';
import { ApiPage, ConnectionId, pageById, PageInput, type Page } from '@sync/http-api';
import { IsIn, IsOptional } from 'class-validator';
import { DataSource } from 'typeorm';
import { RequiresSession } from '../access/requires-session';
import { presentShopCalls, ShopCallsRepresentation } from './shop-calls-representation';

export class ListShopCallsInput extends PageInput {
  @IsOptional()
  @IsIn(shopCallDirections)
  direction?: ShopCallDirection;

  /** Requests without a status of 200 to 299, webhooks that were not accepted. */
  @IsOptional()
  @IsIn(['failed'])
  outcome?: 'failed';
}

@ApiTags('Shop calls')
@RequiresSession('help')
@Controller('api/admin/connections/:id/shop-calls')
export class ShopCallsController {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * List what a shop was asked and what it sent
   * @remarks Of the last 7 days, newest first. Requests, or webhooks, that went alike within an hour in one process of the service are one
   * entry, which shows them half a minute later at the latest. Examinations are left out. No value that was sent or received is kept.
   * Full detail only.
   */
  @Get()
  @ApiPage(ShopCallsRepresentation)
  listShopCalls(@ConnectionId('id') id: string, @Query() input: ListShopCallsInput): Promise<Page<ShopCallsRepresentation>> {
    const { direction, outcome } = input;
    const filter = { direction, onlyFailed: outcome === 'failed' };
    return pageById(
      'shop calls',
      input,
      (place) => readShopCalls(this.dataSource, id, place, filter),
      (calls) => calls.map(presentShopCalls),
    );
  }
}
