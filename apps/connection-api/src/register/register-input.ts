import { ApiProperty } from '@nestjs/swagger';
import { shops } from '@sync/platforms';
import { AsGiven } from '@sync/service-runtime';
import { IsNotEmpty, IsObject, IsString, MaxLength, registerDecorator } from 'class-validator';

const credentialsBytes = 16_384;

/** Decorator: an object whose JSON takes no more bytes. */
function IsSmallObject(bytes: number): PropertyDecorator {
  return (prototype, property) => {
    registerDecorator({
      name: 'isSmallObject',
      target: prototype.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? '') <= bytes,
        defaultMessage: () => `${String(property)} must take at most ${bytes} bytes`,
      },
    });
    IsObject()(prototype, property);
  };
}

/** Variant A: a plugin introduces its shop. */
export class StartPluginHandshakeInput {
  @ApiProperty({ example: shops[0]?.driver })
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  system_slug: string;

  @ApiProperty({
    example: 'https://shop.example',
    description: 'Root address of the shop, at most 2,048 characters; it may end in the REST path.',
  })
  @IsString()
  base_url: string;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'At most 16 KiB. Stored encrypted, never shown.' })
  @AsGiven()
  @IsSmallObject(credentialsBytes)
  credentials: Record<string, unknown>;
}

/** Variant B: a plugin finalises the handshake that a tenant started. */
export class FinaliseAsPluginInput extends StartPluginHandshakeInput {
  @ApiProperty({ description: 'What the shop owner pasted in.' })
  @IsString()
  connection_token: string;
}
