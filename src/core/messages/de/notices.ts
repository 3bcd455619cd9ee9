export const notices = {
  'access.granted': '**Du hast jetzt Zugang.** Schreib mir einfach. /start zeigt, wie es losgeht.',
  'access.introduction': 'Dieser Bot redet nur mit Leuten, die er kennt.',
  'access.setupHint': 'Wenn das dein eigener Bot ist, sende `/start` und den Code, den er beim Start ausgegeben hat.',
  'access.allowlist': '{introduction} Wer das ist, entscheidet der Besitzer. {setupHint}',
  'access.shared': '{introduction} Schick ihm eine Direktnachricht, um zu erfahren, wie du Zugang bekommst.',
  'access.full': '{introduction} Gerade warten zu viele auf Zugang. Schreib morgen noch einmal.',
  'access.pairing':
    '{introduction} Der Besitzer kann dir Zugang geben: schick ihm den Code **{code}**, den er als `/approve {code}` eingibt. Der Code gilt 24 Stunden. Bis dahin wird nichts gespeichert, was du schreibst. {setupHint}',
  'access.wrongCode':
    'Dieser Einrichtungscode ist falsch, schon benutzt oder durch einen neueren ersetzt: sende `/start` und den Code vom letzten Start des Bots.',
  'access.request':
    '{name} möchte auf {platform} mit mir reden. Der Code ist **{code}**. Stimm nur zu, wenn die Person dir selbst denselben Code nennt. Er gilt 24 Stunden.',
  'button.approve': 'Annehmen',
  'button.deny': 'Ablehnen',
  'button.block': 'Sperren',
  'button.unblock': 'Entsperren',
  'button.stop': 'Anhalten',
  'button.tryAgain': 'Noch einmal',
  'turn.failed':
    '{reason, select, rate_limited {Das Sprachmodell ist gerade überlastet.} unavailable {Das Sprachmodell ist gerade nicht erreichbar.} stalled {Das Sprachmodell antwortet nicht mehr.} truncated {Das Sprachmodell hat seine Antwort vorzeitig beendet.} rejected {Das Sprachmodell hat die Anfrage abgelehnt. Der Betreiber dieses Bots findet den Grund im Protokoll.} cancelled {Die Antwort wurde abgebrochen.} interrupted {Ich konnte nicht antworten: jeder Versuch wurde unterbrochen.} other {Das Gespräch hat sich beim Antworten immer wieder geändert.}} {kept, select, reply {Meine bisherige Antwort bleibt stehen.} other {Deine Nachricht bleibt erhalten.}} Sende /retry, um es noch einmal zu versuchen.',
  'turn.withdrawn': 'Die Nachricht wurde gelöscht, deshalb gibt es keine Antwort.',
  'turn.stopped': 'Angehalten.',
  'turn.tooLong': 'Diese Antwort hat die Höchstlänge erreicht. Bitte mich weiterzumachen.',
  'turn.tooManyRounds': 'Ich habe {rounds} Mal nachgeschlagen, mehr geht für eine Antwort nicht. Frag noch einmal, dann suche ich weiter.',
  'progress.search': 'Ich durchsuche deine Tage …',
  'progress.read': 'Ich lese einen früheren Tag nach …',
  'progress.memory': 'Ich sehe in meinen Erinnerungen nach …',
  'progress.note': 'Ich aktualisiere meine Erinnerungen …',
  'delivery.unknown':
    '{kind, select, reply {Meine Antwort auf „{quote}“ ist vielleicht nicht angekommen.} other {Meine Nachricht „{quote}“ ist vielleicht nicht angekommen.}}',
  'delivery.more':
    'Das gilt auch für {count, plural, one {# frühere Nachricht} other {# frühere Nachrichten}}. /retry zeigt sie, wenn diese geklärt sind.',
  'delivery.sendAgain': 'Erneut senden{number}',
  'delivery.arrived': 'Ist angekommen{number}',
  'retry.turn': 'Ich versuche es noch einmal.',
  'retry.delivery': 'Ich sende sie noch einmal. Falls sie doch angekommen war, siehst du sie zweimal.',
  'retry.nothing': 'Es gibt nichts zu wiederholen: meine letzte Antwort wurde gesendet.',
  'retry.noSuch': 'Unter dieser Nummer gibt es keine Nachricht, deren Zustellung unklar ist. /retry zeigt sie.',
  'retry.confirmed': 'Gut. Ich frage nicht noch einmal danach.',
  'retry.edited': '„{quote}“ ({day}): das hast du bearbeitet, nachdem ich geantwortet hatte.',
  'retry.answerAgain': 'Neu beantworten{number}',
  'retry.again': 'Ich beantworte sie neu. Die neue Antwort ersetzt die alte.',
  'retry.noEdit': 'Unter dieser Nummer gibt es keine Nachricht, die nach meiner Antwort bearbeitet wurde. /retry zeigt sie.',
  'stop.done':
    '{stopped, select, yes {Angehalten. /retry fragt noch einmal.} other {Es gibt nichts anzuhalten: ich schreibe gerade keine Antwort.}}',
  'fresh.done':
    'Hier beginnt ein neues Thema. Frühere Nachrichten bleiben, und ich schlage sie nach, wo sie wichtig sind, aber sie wirken nicht auf das, was du jetzt schreibst.',
  'export.order': 'Nenn den früheren Tag zuerst: /export {from} {to}.',
  'export.directOnly': 'Exporte schicke ich nur dir direkt. Schreib mir zuerst in einem Direktchat und versuch es dann noch einmal.',
  'export.coming':
    'Deine Dateien kommen gleich {where, select, here {hier} other {in unserem Direktchat}} an: eine zum Lesen und eine in JSON, die ein anderes Throughline importieren kann.',
  'export.pending': 'Ich bereite deine Dateien schon vor. Sie kommen gleich.',
  'export.tooMany': 'Du hast innerhalb einer Stunde schon {count} Exporte angefordert, mehr geht nicht. Versuch es später noch einmal.',
  'export.onThePage': 'Beide Dateien findest du auf der Webseite unter Einstellungen, Export.',
  'export.links': 'Beide Dateien sind auf der Webseite: {links}. /web gibt dir einen Link, der dich dort anmeldet.',
  'web.none':
    'Die Webseite hat keine öffentliche Adresse. Der Betreiber dieses Bots muss WEB_PUBLIC_URL auf die Adresse setzen, unter der sie erreichbar ist.',
  'web.link':
    '[Unser Gespräch im Web öffnen]({link})\n\nDer Link meldet jeden an, der ihn öffnet, einmal, innerhalb von {minutes} Minuten. Gib ihn nicht weiter.{local, select, yes { Er öffnet sich nur auf dem Rechner, auf dem dieser Bot läuft. Um die Seite von anderswo zu erreichen, setz dort WEB_PUBLIC_URL.} other {}}',
  'limit.messages':
    'Du hast mehr als {limit} Nachrichten in einer Minute geschickt, mehr geht nicht. Ab dieser werden sie aufbewahrt, aber nicht beantwortet. Schreib in einer Minute wieder.',
  'limit.edits':
    'Ich habe innerhalb einer Minute schon {limit} Nachrichten beantwortet, das ist die Grenze. Deine Änderung ist gespeichert, aber nicht beantwortet. /retry bietet an, sie zu beantworten.',
  'limit.tokens':
    'Du hast die Grenze von {limit, number} Tokens am Tag erreicht. Um {time} Uhr ({timezone}) beginnt sie neu. Deine Nachricht bleibt erhalten: sende dann /retry, damit ich antworte.',
  'limit.tokensShared':
    'Ich kann dir heute nicht mehr antworten, weil du eine Grenze erreicht hast. Deine Nachricht bleibt erhalten. Sende /usage für Einzelheiten.',
  'limit.bytes':
    'Deine letzte Nachricht wurde nicht gespeichert, weil du damit mehr als {megabytes} MB an einem Tag geschickt hättest, mehr geht nicht. In etwa {hours, plural, one {# Stunde} other {# Stunden}} geht es weiter.',
  'turn.restarted': 'Diese Antwort wurde weiter unten neu begonnen.',
}
