import type { enChanges } from './texts-en-changes';

export const deChanges: Readonly<Record<keyof typeof enChanges, string>> = {
  'action.edit': 'Bearbeiten',
  'action.credentials': 'Zugangsdaten ersetzen',
  'action.erase': 'Löschen',

  'edit.title': '{name} bearbeiten',
  'edit.name': 'Name',
  'edit.meta': 'Zusätzliche Daten (JSON)',
  'edit.metaHint': 'Was das einbettende System bei der Verbindung ablegt. Höchstens 16 KiB.',
  'edit.metaWrong': 'Das ist kein JSON-Objekt. Es beginnt mit { und endet mit }.',
  'edit.saved': '{name} ist gespeichert.',

  'credentials.title': 'Zugangsdaten von {name} ersetzen',
  'credentials.text':
    'Der Shop unter {address} wird jetzt gefragt, ob sie gültig sind. Bestätigt er sie, ersetzen sie die gespeicherten, und die Verbindung ist aktiv. Ihre Id, Datensätze und Einstellungen bleiben.',
  'credentials.verify': 'Prüfen und speichern',
  'credentials.asking': 'Der Shop wird gefragt …',
  'credentials.done': 'Der Shop hat die neuen Zugangsdaten bestätigt. Die Verbindung ist aktiv.',
  'credentials.otherShop': 'Zugangsdaten eines anderen Shops werden ebenfalls abgelehnt: Verbinden Sie jenen Shop neu.',

  'configuration.change': 'Einstellungen ändern',
  'configuration.title': 'Einstellungen von {name}',
  'configuration.text': 'Die Firma sieht dasselbe Formular in ihrer eigenen Anwendung. Was Sie speichern, gilt sofort.',
  'configuration.saved': 'Die Einstellungen sind gespeichert.',

  'erase.title': '{name} löschen?',
  'erase.text': 'Eine neuere Verbindung zum selben Shop hat diese ersetzt. Sofort und unwiederbringlich gelöscht werden:',
  'erase.records': 'alle Datensätze, die diese Verbindung aus dem Shop gelesen hat',
  'erase.connection': 'die Verbindung selbst, ihre Einstellungen, Zugangsdaten, Tokens, Regeln, Synchronisierungen und ihr Verlauf',
  'erase.stays': 'Es bleiben die neuere Verbindung mit ihren Datensätzen und der Eintrag im Protokoll.',
  'erase.typeName': 'Geben Sie zur Bestätigung den Namen ein:',
  'erase.name': 'Name der Verbindung',
  'erase.otherName': 'Das ist nicht der Name der Verbindung.',
  'erase.done': '{name} ist gelöscht.',

  'failed.title': 'Fehlgeschlagen: {name}',
  'failed.back': 'Alles Fehlgeschlagene',
  'failed.gone': 'Diese Arbeit ist nicht mehr fehlgeschlagen: Sie wurde wiederholt oder verworfen.',
  'failed.noReason': 'Es ist kein Grund bekannt.',
  'failed.noConnection': 'Keine: Es ist Arbeit des Dienstes selbst.',

  'payload.reveal': 'Inhalt zeigen',
  'payload.title': 'Inhalt von {name}',
  'payload.text':
    'Er kann personenbezogene Daten enthalten. Das Protokoll hält fest, dass Sie ihn gesehen haben und warum. Beim Schließen wird er vergessen.',
  'payload.topic': 'Thema',
  'payload.delivery': 'Id der Zustellung',
  'payload.ids': 'Ids, mit denen gearbeitet wird',
  'payload.body': 'Webhook, wie der Shop ihn gesendet hat',
  'payload.erased': 'Der Inhalt des Webhooks wurde gelöscht.',
};
