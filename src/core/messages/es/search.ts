export const search = {
  'find.nothing': 'No encontré nada. Prueba con menos palabras u otras, o elige un día con /days.',
  'find.more': 'Los {shown} mejores de {total} resultados. Añade palabras o un día para afinar.',
  'find.summary': 'resumen del día',
  'find.who': '{who, select, you {tú} other {yo}}',
  'find.link': 'abrir',
  'find.openButton': 'Abrir {number}',
  'message.none': 'No hay ningún mensaje #{id}.',
  'message.deleted': 'El mensaje #{id} se borró.',
  'message.alreadyDeleted': 'El mensaje #{id} ya se había borrado.',
  'message.unfinished': 'Ese mensaje todavía se está escribiendo. Inténtalo otra vez cuando esté terminado.',
  'open.source': '**{who, select, you {Tú} other {Yo}}**, {day}, {time}',
  'open.above': '{source}, más arriba: [#{id}]',
}
