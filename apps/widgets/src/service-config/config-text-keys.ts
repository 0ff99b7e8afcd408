/** The texts that only this widget has, in the order of each language's list. */
export const ownKeys = [
  'heading',
  'save',
  'discard',
  'saving',
  'saved',
  'unsaved',
  /** Beside the label of a required field. */
  'required',
  /** An empty required field: as its placeholder, and as its error. */
  'choose',
  /** Beside a stored value that is not among the options, and as the error of an option or field that the service no longer knows. */
  'gone',
  /** For fields of an unknown type, and for malformed parts. */
  'unknown',
  'invalid',
  /** {detail}: the error of the service, in English. */
  'rejected',
  /** The schema is null, or a field has no options. */
  'nothing',
  /** The connection is disconnected or inactive. */
  'ended',
  /** The token was refused during a save. Does not ask to reload the page, which would lose the changes. */
  'unsaveable',
] as const;

/** The texts about the connection, below the form. */
export const connectionKeys = [
  /** Instead of the last sync, while a sync reads a list of known length. {done}, {total}: rows. */
  'counted',
  /** {time}: the date until which the shop can be reconnected. */
  'disconnected',
  /** A firewall in front of the shop refuses the service. */
  'blocked',
  /** The shop of a connection in error responds again. */
  'reachable_again',
  /** Asks before the shop is disconnected. */
  'stops',
  /** Reconnecting has failed. */
  'unrepaired',
  /** Asks before the shop is removed. */
  'erases',
  'removed',
  'cancel',
] as const;
