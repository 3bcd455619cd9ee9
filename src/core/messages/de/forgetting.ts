export const forgetting = {
  'forget.forms':
    '**Was soll ich löschen?** Ich zeige zuerst eine Vorschau und lösche nichts, bevor du zustimmst.\n\n- eine Nachricht: antworte mit /forget darauf, oder /forget #123\n- einen Tag: /forget gestern, /forget 2026-11-03\n- etwas Gemerktes: /forget memory 12\n- ein Thema: /forget Gartenfest Einladung löscht alles, was alle diese Wörter enthält\n- alles: /forget everything',
  'forget.today': 'Heute',
  'forget.everything': 'Alles',
  'forget.nothing':
    '{kind, select, message {In dieser Nachricht gibt es nichts zu löschen.} day {An diesem Tag gibt es nichts zu löschen. /days zeigt deine Tage.} memory {Es gibt keine Erinnerung mit dieser Nummer. /memories zeigt, was ich mir gemerkt habe.} other {Ich habe nichts gefunden, das alle diese Wörter enthält. Versuch es mit weniger oder anderen.}}',
  'forget.foreignMessage':
    'Diese Nachricht gehört nicht zu unserem Gespräch, also gibt es nichts zu löschen. Nenn eine Nachricht mit ihrer Nummer, etwa /forget #123, oder ein Thema mit seinen Wörtern, etwa /forget topic Gartenfest.',
  'forget.tooCommon': 'Diese Wörter sind zu allgemein. Nenn das Thema genauer, etwa /forget Gartenfest Einladung.',
  'forget.memoryNumber': 'Schreib die Nummer einer Erinnerung, etwa /forget memory 12.',
  'forget.previewNumber': 'Schreib die Nummer einer Vorschau, etwa /forgetting confirm 12.',
  'forget.preview': '{kind, select, everything {**Das würde alles endgültig löschen:**} other {**Das würde endgültig löschen:**}}',
  'forget.userMessages': '{count, plural, one {# Nachricht} other {# Nachrichten}} von dir',
  'forget.botMessages': '{count, plural, one {# Nachricht} other {# Nachrichten}} von mir',
  'count.files': '{count, plural, one {# Datei} other {# Dateien}}',
  'count.memories': '{count, plural, one {# Erinnerung} other {# Erinnerungen}}',
  'forget.quotes': '{count, plural, one {# Zitat} other {# Zitate}} von dir in anderen Unterhaltungen',
  'forget.summaries': '{count, plural, one {# Zusammenfassung} other {# Zusammenfassungen}}, neu geschrieben aus dem, was bleibt',
  'forget.names': 'deine Befehle und deine Namen',
  'forget.hasMore': 'Es gibt noch mehr; das sind die neuesten Treffer. Sende /forget noch einmal, wenn sie gelöscht sind.',
  'forget.nothingYet': 'Noch ist nichts gelöscht. Nachrichten in deiner Chat-App bleiben dort, bis du sie selbst löschst.',
  'forget.outcome':
    '{outcome, select, started {Ich lösche es und sage dir Bescheid, wenn ich fertig bin.} running {Ich lösche es schon.} done {Das ist schon gelöscht.} expired {Diese Vorschau ist abgelaufen, und vielleicht gibt es inzwischen mehr zu löschen. Sende /forget noch einmal.} other {Unter dieser Nummer wartet keine Löschung auf eine Antwort.}}',
  'forget.progress': 'Ich lösche es schon. Bisher {count, number} Nachrichten.',
  'forget.kept': 'Es wurde nichts gelöscht.',
  'forget.exportPending':
    'Der Export, den du wolltest, ist noch in Arbeit und enthält, was du löschen willst. Bestätige noch einmal, wenn die Dateien da sind.',
  'forget.doneEverything': 'Alles ist gelöscht. Hier beginnt ein neues Gespräch.',
  'forget.done': 'Gelöscht: {counts} und alles, was daraus entstanden ist.',
}
