import { ArrayMaxSize, IsArray, IsEmail, MaxLength } from 'class-validator';
import { Example } from '../api-description/example';

@Example<NotificationAddressesInput>({ addresses: ['operations@company.example'] })
export class NotificationAddressesInput {
  /** At most 10. Those that are left out go. Addresses that differ in case alone are one. */
  @IsArray()
  @ArrayMaxSize(10)
  @MaxLength(254, { each: true })
  @IsEmail({ allow_utf8_local_part: false }, { each: true })
  addresses: string[];
}
