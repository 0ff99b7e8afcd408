/** Texts of what changes a connection, and of the payloads of failed work. */
export const enChanges = {
  'action.edit': 'Edit',
  'action.credentials': 'Replace credentials',
  'action.erase': 'Erase',

  'edit.title': 'Edit {name}',
  'edit.name': 'Name',
  'edit.meta': 'Additional data (JSON)',
  'edit.metaHint': 'What the embedding system stores with the connection. At most 16 KiB.',
  'edit.metaWrong': 'This is not a JSON object. It begins with { and ends with }.',
  'edit.saved': '{name} is saved.',

  'credentials.title': 'Replace the credentials of {name}',
  'credentials.text':
    'The shop at {address} is asked to confirm them now. If it does, they replace the stored ones and the connection is active. Its id, records and settings stay.',
  'credentials.verify': 'Verify and save',
  'credentials.asking': 'Asking the shop …',
  'credentials.done': 'The shop confirmed the new credentials. The connection is active.',
  'credentials.otherShop': 'Credentials of another shop are refused too: connect that shop as a new connection.',

  'configuration.change': 'Change configuration',
  'configuration.title': 'Configuration of {name}',
  'configuration.text': 'The company sees the same form in its own application. What you save applies at once.',
  'configuration.saved': 'The configuration is saved.',

  'erase.title': 'Erase {name}?',
  'erase.text': 'A newer connection to the same shop has replaced this one. These are deleted at once, and nothing brings them back:',
  'erase.records': 'all records that this connection has read from the shop',
  'erase.connection': 'the connection itself, its settings, credentials, tokens, rules, sync runs and timeline',
  'erase.stays': 'Kept are the newer connection with its records, and the entry in the audit log.',
  'erase.typeName': 'Type the name to confirm:',
  'erase.name': 'Name of the connection',
  'erase.otherName': 'This is not the name of the connection.',
  'erase.done': '{name} is erased.',

  'failed.title': 'Failed work: {name}',
  'failed.back': 'All failed work',
  'failed.gone': 'This work is no longer failed: it was retried or discarded.',
  'failed.noReason': 'No reason is known.',
  'failed.noConnection': 'None: it is work of the service itself.',

  'payload.reveal': 'Reveal payload',
  'payload.title': 'Payload of {name}',
  'payload.text': 'It may hold personal data. The audit log keeps that you saw it, and why. Closing this dialog forgets it.',
  'payload.topic': 'Topic',
  'payload.delivery': 'Delivery id',
  'payload.ids': 'Ids that the work uses',
  'payload.body': 'Webhook, as the shop sent it',
  'payload.erased': 'The body of the webhook was erased.',
} as const;
