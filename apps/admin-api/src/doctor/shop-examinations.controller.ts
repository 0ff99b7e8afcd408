import { Body, Controller, HttpCode, HttpStatus, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Handshakes } from '@sync/connections';
import { RequiresSession } from '../access/requires-session';
import { ExamineShopInput, presentExamination, type ShopExaminationRepresentation } from './doctor-run-representation';

@ApiTags('Doctor')
@RequiresSession('administer')
@Controller('api/admin/shop-examinations')
export class ShopExaminationsController {
  constructor(private readonly handshakes: Handshakes) {}

  /**
   * Examine a shop before it is linked
   * @remarks Super administrators only. Says why address and credentials are not verified. Takes up to 12 seconds, changes nothing at the
   * shop and stores nothing.
   * @returns What was found
   */
  @Post()
  @HttpCode(HttpStatus.OK)
  async examineShop(@Body() { system_slug, base_url, credentials }: ExamineShopInput): Promise<ShopExaminationRepresentation> {
    const shop = { systemSlug: system_slug, baseUrl: base_url, credentials };
    return presentExamination(await this.handshakes.examineShop(shop));
  }
}
