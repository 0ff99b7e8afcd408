import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { directPlatforms, shops } from '@sync/platforms';
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

/** Variant B: a tenant starts a handshake that a plugin finishes. */
export class StartAsTenantInput {
  @ApiPropertyOptional({
    type: 'string',
    nullable: true,
    maxLength: 100,
    example: shops[0]?.driver,
    description: 'Slug of a shop platform: only a plugin of that can finish the handshake. Default: any plugin can.',
  })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  connection?: string | null;

  @ApiPropertyOptional({ type: 'string', format: 'uuid', description: 'Ignored: the tenant is that of the bearer.' })
  tenant_id?: unknown;
}

/** Variant C: a caller finalises the handshake that a plugin started. */
export class FinaliseAsCallerInput {
  @ApiProperty({ description: 'The token that the plugin showed to the shop owner.' })
  @IsString()
  connection_token: string;
}
