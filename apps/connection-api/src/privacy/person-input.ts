import { Example } from '@sync/http-api';
import { IsString, Matches, MaxLength } from 'class-validator';

@Example<PersonInput>({ email: 'erika@example.com' })
export class PersonInput {
  /** The person's e-mail address, compared without regard to case. It is stored nowhere but in a hash, and sealed while an erasure runs. */
  @IsString()
  @MaxLength(320)
  @Matches(/^\s*[^\s@]+@[^\s@]+\s*$/, { message: 'email must be an e-mail address' })
  email: string;
}
