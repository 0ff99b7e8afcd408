import { ApiProperty } from '@nestjs/swagger';
import { passwordLength, type Duty, type User } from '@sync/administration';
import { IsNotEmpty, IsString, Matches, MaxLength } from 'class-validator';
import { exampleValues } from '../api-description/example-values';
import { exampleUser, presentUser, UserRepresentation } from '../users/user-representation';
import { Example, type Password } from '@sync/http-api';

const maxTyped = 1_000;
const { password, generatedPassword, code } = exampleValues;

@Example<Me>({ ...exampleUser, has_password: true, duty: null })
export class Me extends UserRepresentation {
  /** The user has chosen a password. False: it was generated, or the user signs in through an identity provider only. */
  has_password: boolean;

  /** What must be done before anything but `/api/admin/me` and signing out works. Null: nothing. */
  duty: Duty | null;
}

@Example<ChangePasswordInput>({ current_password: generatedPassword, new_password: password })
export class ChangePasswordInput {
  @IsString()
  @IsNotEmpty()
  @MaxLength(maxTyped)
  current_password: Password;

  @ApiProperty({
    description: `${passwordLength.min} to ${passwordLength.max} characters, without the login and the name of the product. What is easy to guess is refused: common words, years, repetitions and neighbouring keys.`,
  })
  @IsString()
  @IsNotEmpty()
  @MaxLength(maxTyped)
  new_password: Password;
}

@Example<CodeInput>({ code })
export class CodeInput {
  /** Six digits of the authenticator app. They work once. */
  @IsString()
  @Matches(/^\d{6}$/, { message: 'code must have six digits' })
  code: string;
}

@Example<RemoveTotpInput>({ password, code: '081804' })
export class RemoveTotpInput extends CodeInput {
  @IsString()
  @IsNotEmpty()
  @MaxLength(maxTyped)
  password: Password;
}

@Example<BegunTotp>({
  secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  otpauth_url:
    'otpauth://totp/Connection%20Sync:ada%40example.com?issuer=Connection%20Sync&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30',
})
export class BegunTotp {
  /** Base32, to type in. Shown only once. */
  secret: string;

  /** The content of a QR code. Shown only once. */
  otpauth_url: string;
}

export function presentMe(user: User, duty: Duty | null): Me {
  return { ...presentUser(user), has_password: user.hasPassword, duty };
}
