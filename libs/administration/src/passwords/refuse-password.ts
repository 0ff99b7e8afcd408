import type { Secret } from '@sync/records';
import { RefusedInput } from '../refusals';

export const passwordLength = { min: 12, max: 128 } as const;

/** Throws RefusedInput at this pointer unless the password of this login is 12 to 128 characters long and is not the login. */
export function refusePassword(password: Secret<string>, login: string, pointer: string): void {
  const text = password.reveal();
  const characters = [...text].length;
  const refuse = (detail: string) => new RefusedInput([{ pointer, detail }]);
  if (characters < passwordLength.min || characters > passwordLength.max)
    throw refuse(`A password has ${passwordLength.min} to ${passwordLength.max} characters.`);
  if (text.trim().toLowerCase() === login) throw refuse('The password must not be the login.');
}
