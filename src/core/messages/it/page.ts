import type { PageMessages } from '../en/page.ts'
import { joinMessages } from '../join-messages.ts'
import { pageChannels } from './page-channels.ts'
import { pageComposer } from './page-composer.ts'
import { pageConversation } from './page-conversation.ts'
import { pageFirstVisit } from './page-first-visit.ts'
import { pageLoops } from './page-loops.ts'
import { pageSettings } from './page-settings.ts'

export const page: PageMessages = joinMessages(pageChannels, pageComposer, pageConversation, pageFirstVisit, pageLoops, pageSettings, {
  'page.skip': 'Vai {section, select, continuous {alla conversazione} other {al contenuto}}',

  'page.sections': 'Sezioni',

  'page.continuous': 'Chat',

  'page.memory': 'Memoria',

  'page.settings': 'Impostazioni',

  'page.time.now': 'proprio ora',

  'page.size': '{unit, select, byte {{size, plural, one {# byte} other {# byte}}} kilobyte {{size, number} KB} other {{size, number} MB}}',

  'page.you': 'Tu',

  'page.signed-out.title': 'Accedi con un link',
  'page.signed-out.text': 'Apri questa pagina con il tuo link di accesso personale.',
  'page.signed-out.here': 'Su questo computer, Throughline mostra il link nel terminale a ogni avvio.',
  'page.signed-out.elsewhere':
    'Altrove, manda `/web` al bot, per esempio su Telegram. Risponde con un link che funziona una volta, entro 15 minuti.',

  'page.sign-in.text': 'Questo link ti fa accedere alla tua conversazione con Throughline in questo browser. Vale una volta.',
  'page.sign-in.again': 'Se non funziona più, invia `/web` al bot per riceverne un altro.',
  'page.sign-in.button': 'Accedi',

  'page.spent.title': 'Questo link non funziona più',
  'page.spent.text': 'Un link di accesso funziona una volta e scade. Questo è già stato usato o è scaduto.',
  'page.spent.new': 'Per averne uno nuovo, manda `/web` al bot, oppure riavvia Throughline e apri il link che mostra.',
  'page.spent.open': 'Hai già fatto l’accesso? Apri la tua conversazione.',

  'page.error.title': 'Non ha funzionato',
  'page.error.back': 'Torna alla conversazione',
  'page.error.not-found': 'Questa pagina non esiste, o non puoi vederla.',
  'page.error.signed-out': 'Non hai fatto l’accesso. Apri prima un link di accesso.',
  'page.error.ours': 'Qualcosa è andato storto. Non si è perso nulla. Riprova tra un momento.',
  'page.error.unreadable': 'Non è stato possibile leggere la richiesta. Ricarica la pagina e riprova.',
  'page.error.too-long': 'È troppo lungo per un solo invio. Accorcialo, o mandalo in più parti.',
  'page.error.media-type': 'Qui si accettano solo JSON e moduli.',
  'page.error.format': 'Il formato della richiesta non è valido.',
  'page.error.other-site': 'La richiesta veniva da un altro sito ed è stata respinta. Apri direttamente questa pagina e riprova.',
  'page.error.other-site-live': 'La connessione veniva da un altro sito ed è stata respinta.',
  'page.error.other-address': 'Questa pagina ha un altro indirizzo. Apri {address}, l’indirizzo in WEB_PUBLIC_URL.',
  'page.error.unknown-address': 'Questa pagina ha un altro indirizzo. Apri quello mostrato all’avvio, o imposta WEB_PUBLIC_URL.',
  'page.error.searches':
    'Troppe ricerche: al massimo {points, number} al minuto. {seconds, plural, one {Riprova tra # secondo.} other {Riprova tra # secondi.}}',
  'page.error.sign-ins':
    'Troppi tentativi di accesso dal tuo indirizzo: al massimo {points, number} al minuto. {seconds, plural, one {Riprova tra # secondo.} other {Riprova tra # secondi.}}',
  'page.error.connections':
    'Questo browser ha {points, number} pagine aperte, che è il limite. Chiudine qualcuna. {seconds, plural, one {Riprova tra # secondo.} other {Riprova tra # secondi.}}',
  'page.error.date': '«{text}» non è una data: scrivila come AAAA-MM-GG, per esempio 2026-11-21.',
  'page.error.month': '«{text}» non è un mese: scrivilo come AAAA-MM, per esempio 2026-11.',
  'page.error.date-order': 'Il primo giorno, {from}, viene dopo l’ultimo, {to}. Scambiali.',
  'page.error.timezone': 'Non è un fuso orario. Scrivilo come Area/Città, per esempio Europe/Rome.',
  'page.error.language': 'Questa pagina non c’è in quella lingua. Scegline una dall’elenco.',
  'page.error.messages': 'Indica uno tra around=<message id>, before=<message id> e since=<change>.',
  'page.error.position': 'before: non è una posizione dell’elenco. Apri /memory/ per ripartire dall’inizio.',
  'page.error.context-gone': 'Queste informazioni si conservano solo per le risposte recenti.',
  'page.error.access-request': 'Nessuna richiesta di accesso in attesa ha questo codice: ha già avuto risposta, o ha più di un giorno.',
  'page.error.link-code': 'Un codice somiglia a K7QF-2MXD. Manda /link dall’altro account per averne uno.',
  'page.error.message-empty': 'un messaggio deve avere del testo',
  'page.error.message-length': 'un messaggio può avere 16.000 caratteri; mandalo in più parti',
  'page.error.query-empty': 'scrivi che cosa cercare',
  'page.error.query-length': 'una ricerca può avere 500 caratteri',
  'page.error.server-address': 'serve un indirizzo con la versione e senza password, per esempio http://127.0.0.1:11434/v1',
  'page.error.model-name': 'serve il nome di un modello',
  'page.error.key': 'serve una chiave di lettere, cifre e segni, senza spazi',

  'page.script.lost': 'Connessione persa; nuovo tentativo…',
  'page.script.signed-out': 'Sei uscito. Apri un nuovo link di accesso per continuare.',
  'page.script.sending': 'Invio…',
  'page.script.sent': 'Inviato',
  'page.script.not-sent': 'Non inviato.',
  'page.script.again': 'Riprova',
  'page.script.unreachable': 'Il server non è raggiungibile.',
  'page.script.failed': 'Non ha funzionato. Riprova tra un momento.',
  'page.script.loading': 'Caricamento…',
  'page.script.not-loaded': 'Impossibile caricare. Chiudi e apri di nuovo.',
  'page.script.search': 'Ricerca: «{words}»',
  'page.script.moment': 'Un momento…',
  'page.script.rewriting': 'Riscrittura…',
  'page.script.still-rewriting': 'È ancora in scrittura. Apparirà qui.',
  'page.script.not-rewritten': 'Non è stato possibile riscrivere il riepilogo. L’ultimo resta com’è.',
  'page.script.rewritten': 'Riscritto.',
  'page.script.copied': 'Copiato.',
  'page.script.not-copied': 'Non è stato possibile copiare.',
})
