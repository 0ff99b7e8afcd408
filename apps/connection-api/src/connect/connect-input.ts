import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { directPlatforms } from '@sync/platforms';
import { IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';

/** Variant A: an embedding system initialises itself. */
export class InitialiseDirectSystemInput {
  @ApiProperty({ example: directPlatforms[0]?.driver, description: 'Slug of a direct system.' })
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  system_slug: string;

  @ApiPropertyOptional({ type: 'string', nullable: true, maxLength: 255 })
  @IsOptional()
  @IsString()
  @MaxLength(255)
  external_user_id?: string | null;
}

/** Variant C: a caller finalises the handshake that a plugin started. */
export class FinaliseAsCallerInput {
  @ApiProperty({ description: 'The token that the plugin showed to the shop owner.' })
  @IsString()
  connection_token: string;
}
