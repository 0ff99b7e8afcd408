import { ApiProperty } from '@nestjs/swagger';
import { Example, sharedExamples } from '@sync/http-api';
import { MaxLength } from 'class-validator';
import { ShopInput } from '../register/register-input';

const maxLength = 2_048;

@Example<MoveShopInput>({ base_url: 'https://new.shop.example', credentials: sharedExamples.credentials })
export class MoveShopInput extends ShopInput {
  /** Where the shop is now. */
  @ApiProperty({ example: 'https://new.shop.example' })
  @MaxLength(maxLength)
  override base_url: string;
}
