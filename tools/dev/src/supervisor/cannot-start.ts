/** A problem that the person at the terminal must solve. The message is for that person. */
export class CannotStart extends Error {}
