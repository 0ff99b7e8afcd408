/** A generated password that its user has not changed by then no longer signs in: it lies in a mailbox or a chat. */
export const firstPasswordDays = 7;
