export const channels = {
  'channel.help': 'Für alle, die den Kanal verwalten: ihn mitschreiben oder nicht mehr; optout ist für jeden',
  'channel.action': 'on, off, erase, keep, timezone, related, optout oder optin; ohne Angabe der Stand',
  'channel.value': 'Bei keep Tage wie 90d oder always, bei timezone Gebiet/Stadt, bei related #Kanal oder none',
  'summarize.help': 'Zusammenfassen, was in diesem Kanal gesagt wurde: /summarize die letzten zwei Stunden',
  'summarize.range': 'Die letzten zwei Stunden, seit Montag, gestern; ohne Angabe die letzten 24 Stunden',
  'rebuild.help': 'Für alle, die den Kanal verwalten: alle Zusammenfassungen neu schreiben',
  'history.help': 'Für alle, die den Kanal verwalten: mitschreiben, was hier früher gesagt wurde: /history 30d',
  'history.days': 'Wie weit zurück, etwa 30d; ohne Angabe 7 Tage',
  'channel.sharedOnly': 'Dieser Befehl ist für Kanäle und Gruppen. Schreib ihn dort.',
  'channel.managersOnly': 'Das können nur die, die diesen Kanal auf {platform} verwalten, und die Besitzer dieses Bots.',
  'channel.managersUnknown': '{platform} hat mir nicht gesagt, ob du diesen Kanal verwaltest. Bitte versuch es gleich noch einmal.',
  'channel.unsupported': 'Kanäle auf {platform} kann ich nicht mitschreiben.',
  'channel.neverOn': 'Dieser Kanal wird nicht mitgeschrieben. Wer ihn verwaltet, kann das mit /channel on einschalten.',
  'channel.status':
    'Dieser Kanal wird {state, select, on {**mitgeschrieben**} other {im Moment **nicht mitgeschrieben**, aber die Mitschrift bleibt erhalten}}: {messages, plural, one {# Nachricht} other {# Nachrichten}} und {summaries, plural, one {# Zusammenfassung} other {# Zusammenfassungen}}. Die Zeitzone ist {timezone}. {keep, plural, =0 {Nachrichten bleiben erhalten} one {Nachrichten werden nach # Tag gelöscht, ihre Zusammenfassungen bleiben} other {Nachrichten werden nach # Tagen gelöscht, ihre Zusammenfassungen bleiben}}.{optedOut, select, yes { Was du hier schreibst, wird nicht mitgeschrieben: /channel optin ändert das.} other { Soll nichts mitgeschrieben werden, was du hier schreibst? Dann sende /channel optout.}}',
  'channel.announcement':
    '**Ich schreibe in diesem Kanal ab jetzt mit**, weil {name} mich darum gebeten hat: was jeder hier schreibt, wann, und mit wie vielen Bildern und Dateien. So kann ich antworten wie jemand, der dabei war. Zu sehen bekommt das nur, wer diesen Kanal lesen kann.{days, plural, =0 {} one { Ich lese auch, was hier am letzten Tag geschrieben wurde.} other { Ich lese auch, was hier in den letzten # Tagen geschrieben wurde.}}\n\n- Du willst nicht, dass ich dich mitschreibe? Sende `/channel optout`.\n- `/forget` löscht, was du geschrieben hast, und mit `/export` bekommst du es, auch wenn du nie mit mir redest.\n- Willst du mich etwas fragen, erwähne mich.',
  'channel.on': 'Dieser Kanal wird ab jetzt mitgeschrieben. Ich habe es allen hier gesagt. `/channel off` beendet es.',
  'channel.alreadyOn': 'Dieser Kanal wird schon mitgeschrieben. `/channel off` beendet es.',
  'channel.noAccess':
    'Ich kann diesen Kanal auf {platform} noch nicht lesen. Füg mich hinzu und erlaub mir, die Nachrichten und den Verlauf zu lesen. Sende dann noch einmal `/channel on`.',
  'channel.notDelivered':
    'Auf {platform} bekomme ich nur, was an mich gerichtet ist, also gibt es noch nichts mitzuschreiben. {remedy} Sende dann noch einmal `/channel on`.',
  'channel.hint.discord':
    'Schalte im Entwicklerportal von Discord „Message Content“ für den Bot ein, setze DISCORD_MESSAGE_CONTENT=on und starte mich neu.',
  'channel.hint.telegram':
    'Mach mich zum Administrator dieser Gruppe, oder schalte meinen Privatsphäre-Modus mit /setprivacy bei @BotFather aus und füg mich neu hinzu.',
  'channel.hint.slack':
    'Gib der App die Berechtigungen und Ereignisse aus ihrem Manifest, installiere sie neu und lade mich in diesen Kanal ein.',
  'channel.off':
    'Ich schreibe in diesem Kanal nicht mehr mit. Die Mitschrift bleibt erhalten: `/channel on` setzt sie fort, und `/channel erase` löscht sie.',
  'channel.offNotice':
    '**Ich schreibe in diesem Kanal nicht mehr mit.** Die Mitschrift bleibt erhalten, für alle, die diesen Kanal lesen können.',
  'channel.alreadyOff': 'Dieser Kanal wird nicht mitgeschrieben. Die Mitschrift bleibt erhalten: `/channel erase` löscht sie.',
  'channel.erasePreview':
    'Das löscht die Mitschrift dieses Kanals für alle: {messages, plural, one {# Nachricht} other {# Nachrichten}} und {summaries, plural, one {# Zusammenfassung} other {# Zusammenfassungen}}. Danach wird auch nicht mehr mitgeschrieben. Was jemand zu mir gesagt hat, bleibt im eigenen Gespräch. Das lässt sich nicht rückgängig machen.',
  'channel.eraseButton': 'Mitschrift löschen',
  'channel.erased': 'Die Mitschrift dieses Kanals ist gelöscht, mit allen Zusammenfassungen.',
  'channel.eraseNotice': '**Ich habe die Mitschrift dieses Kanals gelöscht**, mit allen Zusammenfassungen, und schreibe nicht mehr mit.',
  'channel.keepForm': 'Schreib hinter keep eine Zahl von Tagen, etwa `/channel keep 90d`, oder `/channel keep always`.',
  'channel.keep':
    '{days, plural, =0 {Nachrichten dieses Kanals bleiben ab jetzt erhalten.} one {Nachrichten dieses Kanals werden nach # Tag gelöscht. Ihre Zusammenfassungen bleiben.} other {Nachrichten dieses Kanals werden nach # Tagen gelöscht. Ihre Zusammenfassungen bleiben.}}',
  'channel.keepNotice':
    '**{days, plural, =0 {Ich behalte die Nachrichten dieses Kanals ab jetzt.} one {Ich lösche die Nachrichten dieses Kanals nach # Tag. Ihre Zusammenfassungen bleiben.} other {Ich lösche die Nachrichten dieses Kanals nach # Tagen. Ihre Zusammenfassungen bleiben.}}**',
  'channel.timezone': 'Für die Uhrzeiten in den Zusammenfassungen dieses Kanals gilt jetzt {timezone}.',
  'channel.relatedForm': 'Nenn hinter related einen Kanal, etwa `/channel related #anderer`, oder schreib `/channel related none`.',
  'channel.relatedUnknown':
    'Ich kenne hier keinen mitgeschriebenen Kanal {name}. Er muss auf demselben Server sein und mitgeschrieben werden: sende dort zuerst `/channel on`.',
  'channel.relatedNotManager': 'Du verwaltest {name} nicht. Das kann nur, wer beide Kanäle verwaltet.',
  'channel.relatedUnreadable':
    'Nicht jeder, der diesen Kanal lesen kann, kann {name} lesen, oder {platform} sagt es mir nicht. Deshalb darf ich hier nichts daraus zeigen.',
  'channel.related': 'Wenn ich hier antworte, kenne ich jetzt auch die neuesten Zusammenfassungen von {name}.',
  'channel.relatedNone': 'Wenn ich hier antworte, weiß ich nichts von anderen Kanälen.',
  'channel.optout':
    'Was du in diesem Kanal schreibst, wird ab jetzt nicht mitgeschrieben, außer du schreibst mir. Was schon mitgeschrieben ist, bleibt: `/forget` löscht es. Mit `/channel optin` bist du wieder dabei.',
  'channel.optin': 'Was du in diesem Kanal schreibst, wird wieder mitgeschrieben.',
  'summarize.nothing': 'In dieser Zeit wurde in diesem Kanal nichts gesagt.',
  'summarize.answer': '**{range}**, {messages, plural, one {# Nachricht} other {# Nachrichten}}:\n\n{text}',
  'summarize.partial':
    'Das ist nur, was seit {from} gesagt wurde. Mit dem, was davor kam, ist es zu viel, um es auf einmal zusammenzufassen.',
  'summarize.notATime':
    '„{text}“ verstehe ich nicht als Zeitraum. Schreib zum Beispiel: die letzten zwei Stunden, seit Montag oder gestern.',
  'summarize.failed': 'Die Zusammenfassung hat gerade nicht geklappt. Bitte versuch es später noch einmal.',
  'rebuild.started': 'Ich schreibe die Zusammenfassungen dieses Kanals neu, im Hintergrund. `/rebuild` zeigt, wie weit es ist.',
  'rebuild.preview':
    'Alle Zusammenfassungen dieses Kanals neu schreiben? Das sind {windows, plural, one {# halbe Stunde} other {# halbe Stunden}} mit Nachrichten und etwa {tokens} Tokens.',
  'rebuild.button': 'Neu schreiben',
  'channel.notAdmitted': 'In diesem Kanal darfst du mit mir reden. Hierfür bitte mich zuerst um Zugang: Schick mir eine Direktnachricht.',
  'rebuild.progress': 'Die Zusammenfassungen dieses Kanals werden neu geschrieben: {done} von {total} sind fertig.',
  'rebuild.nothing': 'In diesem Kanal gibt es noch nichts zusammenzufassen.',
  'history.form': 'Schreib eine Zahl von Tagen, etwa `/history 30d`. Ich gehe höchstens {most} Tage zurück.',
  'history.none': '{platform} lässt Bots nicht lesen, was früher gesagt wurde. {remedy}',
  'history.hint.telegram':
    'Exportiere den Chat in der Telegram-App als JSON und importiere ihn: npx throughline import telegram result.json.',
  'history.started':
    'Ich lese gerade, was hier {days, plural, one {am letzten Tag} other {in den letzten # Tagen}} gesagt wurde. Das läuft im Hintergrund. `/history` zeigt, wie weit es ist.',
  'history.progress':
    'Ich lese gerade, was hier seit {day} gesagt wurde: bisher {messages, plural, one {# Nachricht} other {# Nachrichten}}.',
  'history.done':
    'Ich habe gelesen, was hier früher gesagt wurde: {messages, plural, =0 {Es fehlte nichts} one {# Nachricht fehlte} other {# Nachrichten fehlten}}.',
  'exportFile.channel': 'Die Mitschrift von {name}',
  'exportFile.channelSummaries': 'Zusammenfassungen',
}
