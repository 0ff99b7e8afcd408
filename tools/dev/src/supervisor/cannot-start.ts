/** Something that the person who started the service must do something about. The message is meant for that person. */
export class CannotStart extends Error {}
