import type { pageComposer as english } from '../en/page-composer.ts'

export const pageComposer: Readonly<Record<keyof typeof english, string>> = {
  'page.script.waiting': 'Wartet darauf, gesendet zu werden',
  'page.script.discard': 'Verwerfen',
  'page.error.other-account': 'In diesem Browser ist jetzt jemand anderes angemeldet. Lade die Seite neu.',
  'page.box.attach': 'Dateien anhängen',
  'page.box.files': 'Angehängte Dateien',
  'page.box.drop': 'Dateien hier ablegen',
  'page.box.files-limit': 'Eine Nachricht kann {count} Dateien haben, zusammen {size}.',
  'page.script.remove-file': '{name} entfernen',
  'page.script.files-gone': 'Der Browser hat die Dateien nicht mehr. Hänge sie noch einmal an.',
  'page.offline.title': 'Nicht verbunden',
  'page.offline.text': 'Gerade gibt es keine Verbindung. Was du schreibst, wartet hier und wird gesendet, sobald sie wieder da ist.',
  'page.keys': 'Tastenkürzel',
  'page.keys.send': 'Nachricht senden',
  'page.keys.new-line': 'Neue Zeile beginnen',
  'page.keys.commands': 'Befehl auswählen, im leeren Feld',
  'page.keys.edit-last': 'Letzte Nachricht bearbeiten, im leeren Feld',
  'page.keys.cancel': 'Abbrechen oder schließen',
  'page.keys.control': 'Strg',
  'page.keys.shift': 'Umschalt',
  'page.keys.escape': 'Esc',
  'page.box.record': 'Sprachnachricht aufnehmen',
  'page.script.voice-note': 'Sprachnachricht',
  'page.script.no-microphone':
    'Der Browser lässt diese Seite kein Mikrofon benutzen. Erlaube es in den Einstellungen des Browsers für diese Website, und prüfe, ob eines angeschlossen ist.',
}
