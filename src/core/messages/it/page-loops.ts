import type { pageLoops as english } from '../en/page-loops.ts'

export const pageLoops: Readonly<Record<keyof typeof english, string>> = {
  'page.loops': 'Da fare',
  'page.loops.add': 'Che cosa c’è da fare?',
  'page.loops.add-hint': 'Se scrivi un orario, te lo ricordo: chiamare Ann venerdì alle 9',
  'page.loops.add-button': 'Aggiungi',
  'page.loops.open': 'In sospeso',
  'page.loops.closed': 'Chiuso di recente',
  'page.loops.none': 'Non c’è niente in sospeso',
  'page.loops.none-hint': 'Aggiungi che cosa devi fare, o dimmelo semplicemente nella conversazione.',
  'page.loops.move': 'Sposta',
  'page.loops.when': 'Nuova data',
  'page.loops.when-hint': 'Per esempio: domani, o venerdì prossimo alle 9',
  'page.loops.text': 'Nuovo testo',
  'page.loops.save': 'Salva',
  'page.loops.source': 'Da questo messaggio',
  'page.loops.closed-by': 'Chiuso da questo messaggio',
  'page.loops.dropped': 'lasciato perdere',
  'page.loops.was-due': 'scaduto: {when}',
  'page.loops.all': 'Mostra tutto',
  'page.loops.no-text': 'Scrivi che cosa c’è da fare.',
  'page.loops.too-long': 'È troppo lungo: al massimo {most, number} caratteri. Accorcialo.',
}
