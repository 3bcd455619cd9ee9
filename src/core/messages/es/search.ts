export const search = {
  'find.nothing': 'No encontré nada. Prueba con menos palabras u otras, o elige un día con /days.',
  'find.more': 'Los {shown} mejores de {total} resultados. Añade palabras o un día para afinar.',
  'find.summary': 'resumen del día',
  'find.who': '{who, select, you {tú} member {{name}} other {yo}}',
  'find.link': 'abrir',
  'find.openButton': 'Abrir {number}',
  'message.none': 'No hay ningún mensaje #{id}.',
  'message.deleted': 'El mensaje #{id} se borró.',
  'message.alreadyDeleted': 'El mensaje #{id} ya se había borrado.',
  'message.unfinished': 'Ese mensaje todavía se está escribiendo. Inténtalo otra vez cuando esté terminado.',
  'open.source': '**{who, select, you {Tú} member {{name}} other {Yo}}**, {day}, {time}',
  'open.above': '{source}, más arriba: [#{id}]',
  'search.onlyExcludes': 'La búsqueda solo excluye palabras. Añade las palabras que quieres buscar, o un día.',
  'search.tooManyPhrases': 'La búsqueda tiene {count} frases entre comillas, pero caben como mucho {max}. Quita algunas, o sus comillas.',
  'search.tooManyExclusions': 'La búsqueda tiene {count} exclusiones, pero caben como mucho {max}. Quita algunas.',
  'search.operatorTooLong':
    'Una frase o exclusión tiene {length} caracteres, pero caben como mucho {max}. Acórtala, o quita las comillas o el guion.',
  'search.lostEmbeddings': 'Esta búsqueda empezó por significado, lo que ahora no está disponible. Vuelve a empezarla desde el principio.',
  'embeddings.changedElsewhere': 'Mientras tanto, otra persona ha cambiado el modelo. Recarga la página para verlo.',
  'embeddings.notInstalled': 'El modelo integrado no está instalado. Instálalo con `npm ci --include=optional` y reinicia.',
  'embeddings.noEncryptionKey':
    'Las claves de API se guardan cifradas, y no hay clave de cifrado. Asigna a ENCRYPTION_KEY el resultado de `openssl rand -hex 32` y reinicia, o indica la clave de API en EMBEDDING_API_KEY.',
}
