/** A generated password that its user has not changed by then no longer signs in: it lies in a mailbox or a chat. */
export const firstPasswordDays = 7;

/** Of the table users, by this name. */
export const isPasswordExpired = (users: string): string => `(${users}.must_change_password and ${users}.password_expires_at <= now())`;
