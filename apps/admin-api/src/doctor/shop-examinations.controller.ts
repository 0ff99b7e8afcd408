import { Body, Controller, HttpCode, HttpStatus, Post } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Handshakes } from '@sync/connections';
import { sharedExamples, written } from '@sync/http-api';
import { RequiresSession } from '../access/requires-session';
import { ExamineShopInput, presentExamination, ShopExaminationRepresentation } from './doctor-run-representation';
import { doctorExamples } from './doctor-examples';

const { systems, credentials } = sharedExamples;
const shop: ExamineShopInput = { system_slug: systems.shop.slug, base_url: 'https://tea.example', credentials };

@ApiTags('Doctor')
@RequiresSession('super_admin')
@Controller('api/admin/shop-examinations')
export class ShopExaminationsController {
  constructor(private readonly handshakes: Handshakes) {}

  /**
   * Examine a shop before it is linked
   * @remarks Super administrators only. Says why address and credentials are not verified. Takes up to 12 seconds, changes nothing at the
   * shop and stores nothing.
   */
  @Post()
  @HttpCode(HttpStatus.OK)
  @ApiBody({ type: ExamineShopInput, ...written(shop) })
  @ApiOkResponse({
    type: ShopExaminationRepresentation,
    description: 'What was found',
    ...written({ findings: [doctorExamples.finding], is_complete: true }),
  })
  async examineShop(@Body() { system_slug, base_url, credentials }: ExamineShopInput): Promise<ShopExaminationRepresentation> {
    const shop = { systemSlug: system_slug, baseUrl: base_url, credentials };
    return presentExamination(await this.handshakes.examineShop(shop));
  }
}
