/** Nothing was generated. The message tells the developer why. */
export class CannotGenerate extends Error {
  override readonly name = 'CannotGenerate';
}
