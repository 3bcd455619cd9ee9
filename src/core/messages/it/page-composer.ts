import type { pageComposer as english } from '../en/page-composer.ts'

export const pageComposer: Readonly<Record<keyof typeof english, string>> = {
  'page.script.waiting': 'In attesa di invio',
  'page.script.discard': 'Scarta',
  'page.error.other-account': 'In questo browser ora c’è un’altra persona. Ricarica la pagina.',
  'page.box.attach': 'Allega file',
  'page.box.files': 'File allegati',
  'page.box.drop': 'Rilascia qui i file',
  'page.box.files-limit': 'Un messaggio può avere {count} file, {size} in tutto.',
  'page.script.remove-file': 'Rimuovi {name}',
  'page.script.files-gone': 'Il browser non ha più i file. Allegali di nuovo.',
  'page.offline.title': 'Non connesso',
  'page.offline.text': 'Al momento non c’è connessione. Quello che scrivi resta qui e viene inviato quando la connessione torna.',
  'page.keys': 'Scorciatoie da tastiera',
  'page.keys.send': 'Inviare il messaggio',
  'page.keys.new-line': 'Iniziare una nuova riga',
  'page.keys.commands': 'Scegliere un comando, con il campo vuoto',
  'page.keys.edit-last': 'Modificare l’ultimo messaggio, con il campo vuoto',
  'page.keys.cancel': 'Annullare o chiudere',
  'page.keys.control': 'Ctrl',
  'page.keys.shift': 'Maiusc',
  'page.keys.escape': 'Esc',
  'page.box.record': 'Registra una nota vocale',
  'page.script.voice-note': 'Nota vocale',
  'page.script.no-microphone':
    'Il browser non permette a questa pagina di usare un microfono. Consentilo per questo sito nelle impostazioni del browser e controlla che ne sia collegato uno.',
}
