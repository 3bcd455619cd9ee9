export const voice = {
  'voice.help': 'Am Telefon oder im Browser mit mir sprechen',
  'voice.setting': 'link: deine Telefonnummer verbinden; pin: die PIN für Anrufe festlegen',
  'voice.code': 'Sechs Ziffern, oder off',
  'calling.help': 'Beantworten, ob eine Telefonnummer dir gehört',
  'voice.none': 'Anrufe sind hier nicht eingerichtet. Wer diesen Bot betreibt, findet die Anleitung in docs/voice.md.',
  'voice.directOnly': 'Anrufe richte ich nur privat ein. Schick mir /voice in einer Direktnachricht.',
  'voice.browser':
    '[Im Browser mit mir sprechen]({link})\n\nDer Link funktioniert einmal, innerhalb von {minutes} Minuten. Gib ihn nicht weiter: Wer ihn öffnet, ruft als du an.',
  'voice.phone':
    'Per Telefon erreichst du mich unter **{number}**. `/voice link` verbindet deine Nummer, und `/voice pin` legt die PIN fest, an der ich dich erkenne.',
  'voice.numberCode':
    'Dein Code ist **{code}**. Ruf **{number}** von dem Telefon an, das du verbinden willst, und sag den Code Ziffer für Ziffer. Nach dem Anruf frage ich dich hier, ob die Nummer dir gehört.\n\nDer Code funktioniert einmal, innerhalb von 10 Minuten.',
  'voice.noPhone': 'Hier gibt es keine Telefonnummer. Schick mir /voice, um im Browser anzurufen.',
  'voice.pinInvalid': 'Eine PIN hat {length} Ziffern und ist nicht so einfach wie 111111 oder 123456. Schick sie so: `/voice pin 274905`.',
  'voice.pinHow':
    'Leg eine PIN mit {length} Ziffern fest: `/voice pin 274905`. Sag sie in einem Anruf von einer verbundenen Nummer, dann weiß ich, dass du es bist. `/voice pin off` entfernt sie.',
  'voice.pinSet':
    'Deine PIN ist festgelegt. Sag sie Ziffer für Ziffer in Anrufen von einer verbundenen Nummer. Lösch jetzt deine Nachricht mit der PIN, denn ich kann sie nicht überall löschen.',
  'voice.pinRemoved':
    'Deine PIN ist entfernt. Anrufe von deinen Nummern werden nicht mehr gespeichert, weil ich sonst nicht sicher weiß, wer anruft.',
  'voice.pinExposed': 'Andere könnten diese PIN gesehen haben, deshalb gilt sie nicht. Schick mir eine andere in einer Direktnachricht.',
  'voice.numberQuestion':
    '**Gehört {number} dir?** Dein Code wurde in einem Anruf von dieser Nummer gesagt. Wenn du zustimmst, begrüße ich Anrufe von dort mit deinem Namen. Für alles Private brauche ich auch deine PIN.',
  'voice.confirm': 'Ja, das ist meine',
  'voice.decline': 'Nein',
  'voice.numberLinked':
    '**{number} ist verbunden.** {pin, select, yes {Sag in Anrufen von dort deine PIN, damit ich weiß, dass du es bist.} other {Leg jetzt eine PIN fest, die du in Anrufen von dort sagst, damit ich weiß, dass du es bist: Schick mir /voice pin und sechs Ziffern.}}',
  'voice.numberDeclined': '{number} wurde nicht verbunden.',
  'voice.numberTaken': '{number} ist schon mit jemand anderem verbunden. Diese Person kann die Nummer mit /unlink trennen.',
  'voice.unproven':
    'Jemand hat von einer Nummer angerufen, die mit dir verbunden ist, aber ich habe deine PIN nicht gehört. Nummern lassen sich fälschen, deshalb habe ich nichts von dem Anruf gespeichert. Sag nächstes Mal deine PIN Ziffer für Ziffer. `/voice pin` legt sie fest.',
  'voice.unlinkQuestion':
    '**{account}** trennen? Anrufe von dort gelten dann als die eines Fremden. Gespeicherte Anrufe bleiben in diesem Gespräch.',
  'voice.unlinkYes': 'Trennen',
  'voice.unlinked': '**{account} ist nicht mehr verbunden.** Gespeicherte Anrufe bleiben in diesem Gespräch.',
  'voice.pageTitle': 'Anruf',
  'voice.pageText': 'Der Link funktioniert einmal. Der Anruf setzt unser Gespräch fort.',
  'voice.pageCall': 'Anruf beginnen',
  'voice.pageSpent': 'Dieser Link wurde schon benutzt oder ist abgelaufen. Schick mir /voice, um einen neuen zu bekommen.',
  'page.call': 'Telefongespräch',
  'page.call.length': '{minutes, plural, =0 {{seconds, plural, one {# Sekunde} other {# Sekunden}}} one {# Minute} other {# Minuten}}',
  'page.accounts.unlink-number':
    'Anrufe von dieser Nummer gelten dann als die eines Fremden. Gespeicherte Anrufe bleiben in diesem Gespräch.',
}
