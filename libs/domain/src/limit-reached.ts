/** There are as many of something as there may be. Nothing has changed. The message is for a person and safe to show. */
export class LimitReached extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'LimitReached';
  }
}
