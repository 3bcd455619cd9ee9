export const search = {
  'find.nothing': 'Ich habe nichts gefunden. Versuch es mit weniger oder anderen Wörtern, oder such dir mit /days einen Tag aus.',
  'find.more': 'Die {shown} besten von {total} Treffern. Mit weiteren Wörtern oder einem Tag werden es weniger.',
  'find.summary': 'Zusammenfassung des Tages',
  'find.who': '{who, select, you {du} other {ich}}',
  'find.link': 'öffnen',
  'find.openButton': '{number} öffnen',
  'message.none': 'Es gibt keine Nachricht #{id}.',
  'message.deleted': 'Nachricht #{id} wurde gelöscht.',
  'message.alreadyDeleted': 'Nachricht #{id} wurde schon gelöscht.',
  'message.unfinished': 'Diese Nachricht wird noch geschrieben. Versuch es noch einmal, wenn sie fertig ist.',
  'open.source': '**{who, select, you {Du} other {Ich}}**, {day}, {time}',
  'open.above': '{source}, weiter oben: [#{id}]',
}
