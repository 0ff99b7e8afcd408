import type { OwnProof } from '@sync/administration';
import { Secret } from '@sync/records';
import { IsNotEmpty, IsString, Matches, MaxLength } from 'class-validator';
import { exampleValues } from '../api-description/example-values';
import { OptionalMember } from '../optional-member';
import { Example, type Password } from '@sync/http-api';

const maxTyped = 1_000;
export const exampleProof = { own_password: exampleValues.password, own_code: exampleValues.code };

@Example<OwnPasswordInput>({ own_password: exampleValues.password })
export class OwnPasswordInput {
  /** The current password of the signed-in user. Without an own password, a sign-in through the identity provider counts for 5 minutes. */
  @OptionalMember()
  @IsString()
  @IsNotEmpty()
  @MaxLength(maxTyped)
  own_password?: Password;
}

/** Members of a body that changes accounts: a stolen session must not be enough. */
@Example<OwnProofInput>(exampleProof)
export class OwnProofInput extends OwnPasswordInput {
  /** Six digits of the signed-in user's authenticator app, where one is set up. They work once. */
  @OptionalMember()
  @IsString()
  @Matches(/^\d{6}$/, { message: 'own_code must have six digits' })
  own_code?: string;
}

export function ownProofOf({ own_password: password, own_code: code }: OwnProofInput): OwnProof {
  return { password: password === undefined ? undefined : new Secret(password), code };
}
