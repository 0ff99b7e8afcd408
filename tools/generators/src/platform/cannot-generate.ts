/** Why nothing is generated, in words for whoever asked for it. */
export class CannotGenerate extends Error {
  override readonly name = 'CannotGenerate';
}
