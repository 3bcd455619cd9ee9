export const forgetting = {
  'forget.forms':
    '**¿Qué debo borrar?** Primero muestro una vista previa y no borro nada hasta que confirmes.\n\n- un mensaje: responde a él con /forget, o /forget #123\n- un día: /forget ayer, /forget 2026-11-03\n- un recuerdo: /forget memory 12\n- un tema: /forget fiesta jardín borra lo que contenga todas estas palabras\n- todo: /forget everything',
  'forget.today': 'Hoy',
  'forget.everything': 'Todo',
  'forget.nothing':
    '{kind, select, message {No hay nada que borrar en ese mensaje.} day {No hay nada que borrar ese día. /days muestra tus días.} memory {No hay ningún recuerdo con ese número. /memories muestra lo que recuerdo.} other {No encontré nada que contenga todas estas palabras. Prueba con menos u otras.}}',
  'forget.foreignMessage':
    'Ese mensaje no es parte de nuestra conversación, así que no hay nada que borrar. Indica un mensaje por su número, como /forget #123, o un tema por sus palabras, como /forget topic fiesta jardín.',
  'forget.tooCommon': 'Estas palabras son demasiado comunes. Precisa el tema, como /forget fiesta jardín.',
  'forget.memoryNumber': 'Escribe el número de un recuerdo, como /forget memory 12.',
  'forget.previewNumber': 'Escribe el número de una vista previa, como /forgetting confirm 12.',
  'forget.preview': '{kind, select, everything {**Esto lo borraría todo para siempre:**} other {**Esto borraría para siempre:**}}',
  'forget.userMessages': '{count, plural, one {# mensaje tuyo} other {# mensajes tuyos}}',
  'forget.botMessages': '{count, plural, one {# mensaje mío} other {# mensajes míos}}',
  'count.files': '{count, plural, one {# archivo} other {# archivos}}',
  'count.memories': '{count, plural, one {# recuerdo} other {# recuerdos}}',
  'forget.quotes': '{count, plural, one {# cita tuya} other {# citas tuyas}} en otras conversaciones',
  'forget.summaries': '{count, plural, one {# resumen} other {# resúmenes}}, reescritos con lo que queda',
  'forget.names': 'tus comandos y tus nombres',
  'forget.hasMore': 'Hay más; estos son los más recientes. Envía /forget otra vez cuando se hayan borrado.',
  'forget.nothingYet': 'Todavía no se ha borrado nada. Los mensajes de tu aplicación siguen ahí hasta que los borres tú.',
  'forget.outcome':
    '{outcome, select, started {Lo estoy borrando y te aviso cuando termine.} running {Ya lo estoy borrando.} done {Eso ya está borrado.} expired {Esta vista previa ha caducado y puede que haya más que borrar. Envía /forget otra vez.} other {Ningún borrado con ese número espera respuesta.}}',
  'forget.progress': 'Ya lo estoy borrando. {count, number} mensajes hasta ahora.',
  'forget.kept': 'No se borró nada.',
  'forget.exportPending':
    'La exportación que pediste aún se está preparando e incluye lo que quieres borrar. Confirma otra vez cuando lleguen los archivos.',
  'forget.doneEverything': 'Todo se ha borrado. Aquí empieza una conversación nueva.',
  'forget.done': 'Borrado: {counts} y todo lo derivado de ello.',
}
