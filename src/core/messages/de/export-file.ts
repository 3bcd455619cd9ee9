export const exportFile = {
  'exportFile.title': 'Das Gespräch von {name}',
  'exportFile.settings': '- Zeitzone: {timezone}\n- Sprache: {language}\n- Tägliche Zusammenfassung: {digest}',
  'exportFile.summary': 'Zusammenfassung des Tages',
  'exportFile.messages': 'Nachrichten',
  'exportFile.memories': 'Erinnerungen',
  'exportFile.quoted': 'Von anderen zitiert',
  'exportFile.you': 'Du',
  'exportFile.deleted': 'gelöscht',
  'exportFile.file': 'Datei: {name}',
  'exportFile.reference': '{kind, select, reply {Antwort} quote {Zitat} forward {weitergeleitet} other {Thread}}',
  'exportFile.archived': 'archiviert',
}
