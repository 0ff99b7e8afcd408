/** Something else still needs what should be removed. Nothing has changed. The message is for a person and safe to show. */
export class InUse extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'InUse';
  }
}
