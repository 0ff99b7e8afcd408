import { ApiProperty } from '@nestjs/swagger';
import { CredentialsProperty } from '@sync/http-api';
import { shops } from '@sync/platforms';
import { Type } from 'class-transformer';
import { IsNotEmpty, IsObject, IsOptional, IsString, IsUUID, MaxLength, ValidateNested } from 'class-validator';

/** What a plugin says of itself. Kept in the connection's `meta`. */
export class PluginInput {
  @ApiProperty({ example: 'service-connector' })
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  name: string;

  @ApiProperty({ example: '0.1.0' })
  @IsString()
  @IsNotEmpty()
  @MaxLength(50)
  version: string;

  /** Of the shop's platform. */
  @IsOptional()
  @IsString()
  @MaxLength(50)
  platform_version?: string;

  @IsOptional()
  @IsString()
  @MaxLength(50)
  php_version?: string;

  /** Made once per installation of the plugin. */
  @IsOptional()
  @IsUUID()
  installation_id?: string;
}

/** A shop as its plugin names it. */
export class ShopInput {
  /** Root URL of the shop, at most 2,048 characters. It may include the REST path. */
  @ApiProperty({ example: 'https://shop.example' })
  @IsString()
  base_url: string;

  @CredentialsProperty()
  credentials: Record<string, unknown>;

  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => PluginInput)
  plugin?: PluginInput;
}

/** Variant A: a plugin introduces its shop. */
export class StartPluginHandshakeInput extends ShopInput {
  @ApiProperty({ example: shops[0]?.driver })
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  system_slug: string;
}

/** Variant B: a plugin finalises the handshake that a tenant started. */
export class FinaliseAsPluginInput extends StartPluginHandshakeInput {
  /** The token that the shop owner pasted. */
  @IsString()
  connection_token: string;
}
