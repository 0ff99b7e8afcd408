import { ApiProperty } from '@nestjs/swagger';
import { passwordLength, type Duty, type User } from '@sync/administration';
import { IsNotEmpty, IsString, Matches, MaxLength } from 'class-validator';
import { presentUser, UserRepresentation } from '../users/user-representation';

const maxTyped = 1_000;
const duties = ['change-password', 'enrol-totp'] as const;

export class Me extends UserRepresentation {
  @ApiProperty({
    description: 'The user has chosen a password. False: it was generated, or the user signs in through an identity provider only.',
  })
  has_password: boolean;

  @ApiProperty({
    type: 'string',
    enum: [...duties, null],
    nullable: true,
    description: 'What must be done before anything but `/api/admin/me` and signing out works. Null: nothing.',
  })
  duty: (typeof duties)[number] | null;
}

export class ChangePasswordInput {
  @ApiProperty({ format: 'password' })
  @IsString()
  @IsNotEmpty()
  @MaxLength(maxTyped)
  current_password: string;

  @ApiProperty({
    format: 'password',
    description: `${passwordLength.min} to ${passwordLength.max} characters, without the login and the name of the product. What is easy to guess is refused: common words, years, repetitions and neighbouring keys.`,
  })
  @IsString()
  @IsNotEmpty()
  @MaxLength(maxTyped)
  new_password: string;
}

export class CodeInput {
  @ApiProperty({ description: 'Six digits of the authenticator app. They work once.' })
  @IsString()
  @Matches(/^\d{6}$/, { message: 'code must have six digits' })
  code: string;
}

export class RemoveTotpInput extends CodeInput {
  @ApiProperty({ format: 'password' })
  @IsString()
  @IsNotEmpty()
  @MaxLength(maxTyped)
  password: string;
}

export class BegunTotp {
  @ApiProperty({ description: 'Base32, to type in. Shown only once.' })
  secret: string;

  @ApiProperty({ description: 'The content of a QR code. Shown only once.' })
  otpauth_url: string;
}

export function presentMe(user: User, duty: Duty | null): Me {
  return { ...presentUser(user), has_password: user.hasPassword, duty };
}
