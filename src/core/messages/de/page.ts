import type { PageMessages } from '../en/page.ts'
import { joinMessages } from '../join-messages.ts'
import { pageChannels } from './page-channels.ts'
import { pageComposer } from './page-composer.ts'
import { pageConversation } from './page-conversation.ts'
import { pageFirstVisit } from './page-first-visit.ts'
import { pageLoops } from './page-loops.ts'
import { pageSettings } from './page-settings.ts'

export const page: PageMessages = joinMessages(pageChannels, pageComposer, pageConversation, pageFirstVisit, pageLoops, pageSettings, {
  'page.skip': 'Zum {section, select, continuous {Gespräch} other {Inhalt}} springen',

  'page.sections': 'Bereiche',

  'page.continuous': 'Chat',

  'page.memory': 'Gedächtnis',

  'page.settings': 'Einstellungen',

  'page.time.now': 'gerade eben',

  'page.size': '{unit, select, byte {{size, plural, one {# Byte} other {# Byte}}} kilobyte {{size, number} KB} other {{size, number} MB}}',

  'page.you': 'Du',

  'page.signed-out.title': 'Mit einem Link anmelden',
  'page.signed-out.text': 'Öffne diese Seite mit deinem persönlichen Anmeldelink.',
  'page.signed-out.here': 'Auf diesem Rechner zeigt Throughline den Link bei jedem Start im Terminal an.',
  'page.signed-out.elsewhere':
    'Überall sonst schickst du `/web` an den Bot, zum Beispiel auf Telegram. Er antwortet mit einem Link, der einmal funktioniert, innerhalb von 15 Minuten.',

  'page.sign-in.text': 'Dieser Link meldet dich in diesem Browser bei deinem Gespräch mit Throughline an. Er gilt einmal.',
  'page.sign-in.again': 'Falls er nicht mehr gilt, schicke dem Bot `/web` für einen neuen.',
  'page.sign-in.button': 'Anmelden',

  'page.spent.title': 'Dieser Link funktioniert nicht mehr',
  'page.spent.text': 'Ein Anmeldelink funktioniert einmal und läuft ab. Dieser wurde schon benutzt oder ist abgelaufen.',
  'page.spent.new': 'Für einen neuen schickst du `/web` an den Bot, oder du startest Throughline neu und öffnest den angezeigten Link.',
  'page.spent.open': 'Schon angemeldet? Zu deinem Gespräch.',

  'page.error.title': 'Das hat nicht geklappt',
  'page.error.back': 'Zurück zum Gespräch',
  'page.error.not-found': 'Diese Seite gibt es nicht, oder du hast keinen Zugriff darauf.',
  'page.error.signed-out': 'Du bist nicht angemeldet. Öffne zuerst einen Anmeldelink.',
  'page.error.ours': 'Etwas ist schiefgegangen. Es ging nichts verloren. Versuch es gleich noch einmal.',
  'page.error.unreadable': 'Die Anfrage war nicht lesbar. Lade die Seite neu und versuch es noch einmal.',
  'page.error.too-long': 'Das ist zu lang für eine Sendung. Kürze es oder schick es in Teilen.',
  'page.error.media-type': 'Hier werden nur JSON und Formulare angenommen.',
  'page.error.format': 'Die Anfrage hat ein ungültiges Format.',
  'page.error.other-site':
    'Die Anfrage kam von einer anderen Seite und wurde abgelehnt. Öffne diese Seite direkt und versuch es noch einmal.',
  'page.error.other-site-live': 'Die Verbindung kam von einer anderen Seite und wurde abgelehnt.',
  'page.error.other-address': 'Diese Seite hat eine andere Adresse. Öffne {address}, die Adresse in WEB_PUBLIC_URL.',
  'page.error.unknown-address': 'Diese Seite hat eine andere Adresse. Öffne die beim Start angezeigte Adresse oder setze WEB_PUBLIC_URL.',
  'page.error.searches':
    'Zu viele Suchen: Höchstens {points, number} pro Minute sind erlaubt. {seconds, plural, one {Versuch es in # Sekunde noch einmal.} other {Versuch es in # Sekunden noch einmal.}}',
  'page.error.sign-ins':
    'Zu viele Anmeldeversuche von deiner Adresse: Höchstens {points, number} pro Minute sind erlaubt. {seconds, plural, one {Versuch es in # Sekunde noch einmal.} other {Versuch es in # Sekunden noch einmal.}}',
  'page.error.connections':
    'Dieser Browser hat {points, number} Seiten offen, mehr geht nicht. Schließ ein paar davon. {seconds, plural, one {Versuch es in # Sekunde noch einmal.} other {Versuch es in # Sekunden noch einmal.}}',
  'page.error.date': '„{text}“ ist kein Datum. Schreib es als JJJJ-MM-TT, zum Beispiel 2026-11-21.',
  'page.error.month': '„{text}“ ist kein Monat. Schreib ihn als JJJJ-MM, zum Beispiel 2026-11.',
  'page.error.date-order': 'Der erste Tag, {from}, liegt nach dem letzten, {to}. Vertausche sie.',
  'page.error.timezone': 'Das ist keine Zeitzone. Schreib sie als Gebiet/Stadt, zum Beispiel Europe/Berlin.',
  'page.error.language': 'In dieser Sprache gibt es die Seite nicht. Wähle eine aus der Liste.',
  'page.error.messages': 'Gib eines davon an: around=<message id>, before=<message id> oder since=<change>.',
  'page.error.position': 'before: keine Stelle in der Liste. Öffne /memory/, um von vorn zu beginnen.',
  'page.error.context-gone': 'Diese Angaben werden nur für die letzten Antworten aufbewahrt.',
  'page.error.access-request': 'Zu diesem Code ist keine Anfrage offen: Sie wurde schon beantwortet oder ist älter als einen Tag.',
  'page.error.link-code': 'Ein Code sieht aus wie K7QF-2MXD. Schick /link von deinem anderen Konto, um einen zu bekommen.',
  'page.error.message-empty': 'Eine Nachricht braucht Text',
  'page.error.message-length': 'Eine Nachricht darf 16.000 Zeichen lang sein; schick sie in Teilen',
  'page.error.query-empty': 'Schreib, wonach du suchst',
  'page.error.query-length': 'Eine Suche darf 500 Zeichen lang sein',
  'page.error.server-address': 'Nötig ist eine Adresse mit Version und ohne Passwort, zum Beispiel http://127.0.0.1:11434/v1',
  'page.error.model-name': 'Nötig ist der Name eines Modells',
  'page.error.key': 'Nötig ist ein Schlüssel aus Buchstaben, Ziffern und Zeichen, ohne Leerzeichen',

  'page.script.lost': 'Verbindung unterbrochen, neuer Versuch…',
  'page.script.signed-out': 'Du bist abgemeldet. Öffne einen neuen Anmeldelink, um weiterzumachen.',
  'page.script.sending': 'Wird gesendet…',
  'page.script.sent': 'Gesendet',
  'page.script.not-sent': 'Nicht gesendet.',
  'page.script.again': 'Noch einmal',
  'page.script.unreachable': 'Der Server ist nicht erreichbar.',
  'page.script.failed': 'Das hat nicht geklappt. Versuch es gleich noch einmal.',
  'page.script.loading': 'Wird geladen…',
  'page.script.not-loaded': 'Das konnte nicht geladen werden. Klapp es zu und wieder auf.',
  'page.script.search': 'Suche: „{words}“',
  'page.script.moment': 'Einen Moment…',
  'page.script.rewriting': 'Wird neu geschrieben…',
  'page.script.still-rewriting': 'Sie wird noch geschrieben und erscheint dann hier.',
  'page.script.not-rewritten': 'Die Zusammenfassung konnte nicht neu geschrieben werden. Die letzte bleibt, wie sie ist.',
  'page.script.rewritten': 'Neu geschrieben.',
  'page.script.copied': 'Kopiert.',
  'page.script.not-copied': 'Das konnte nicht kopiert werden.',
})
