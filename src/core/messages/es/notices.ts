export const notices = {
  'access.granted': '**Ya tienes acceso.** Escríbeme sin más. /start muestra cómo empezar.',
  'access.introduction': 'Este bot solo habla con personas que conoce.',
  'access.setupHint': 'Si es tu propio bot, envía `/start` seguido del código que mostró al iniciarse.',
  'access.allowlist': '{introduction} Su propietario decide quiénes son. {setupHint}',
  'access.shared': '{introduction} Envíale un mensaje directo para saber cómo obtener acceso.',
  'access.full': '{introduction} Ahora hay demasiada gente esperando acceso. Escribe otra vez mañana.',
  'access.pairing':
    '{introduction} Su propietario puede darte acceso: envíale el código **{code}**, que introduce como `/approve {code}`. El código vale 24 horas. Hasta entonces no se guarda nada de lo que escribas. {setupHint}',
  'access.wrongCode':
    'Ese código de instalación es incorrecto, ya se usó o lo sustituye uno más nuevo: envía `/start` seguido del código que el bot mostró en su último inicio.',
  'access.request':
    '{name} quiere hablar conmigo en {platform}. Su código es **{code}**. Apruébalo solo si la persona misma te da ese código. Vale 24 horas.',
  'button.approve': 'Aprobar',
  'button.deny': 'Rechazar',
  'button.block': 'Bloquear',
  'button.unblock': 'Desbloquear',
  'button.stop': 'Detener',
  'button.tryAgain': 'Reintentar',
  'turn.failed':
    '{reason, select, rate_limited {El modelo de lenguaje está saturado ahora mismo.} unavailable {El modelo de lenguaje no está disponible ahora mismo.} stalled {El modelo de lenguaje dejó de responder.} truncated {El modelo de lenguaje cortó su respuesta.} rejected {El modelo de lenguaje rechazó la petición. El operador de este bot puede ver el motivo en su registro.} cancelled {La respuesta se canceló.} interrupted {No pude responder: todos los intentos se interrumpieron.} other {La conversación no dejaba de cambiar mientras respondía.}} {kept, select, reply {Mi respuesta anterior se queda.} other {Tu mensaje se conserva.}} Envía /retry para intentarlo de nuevo.',
  'turn.withdrawn': 'El mensaje se borró, así que no hay respuesta.',
  'turn.stopped': 'Detenido.',
  'turn.tooLong': 'Esta respuesta alcanzó su longitud máxima. Pídeme que continúe.',
  'turn.tooManyRounds': 'Busqué en {rounds} rondas, el límite para una respuesta. Pregunta otra vez y seguiré buscando.',
  'progress.search': 'Buscando en tus días…',
  'progress.read': 'Releyendo un día pasado…',
  'progress.memory': 'Mirando en mi memoria…',
  'progress.note': 'Actualizando mi memoria…',
  'delivery.unknown':
    '{kind, select, reply {Puede que mi respuesta a «{quote}» no haya llegado.} other {Puede que mi mensaje «{quote}» no haya llegado.}}',
  'delivery.more':
    'Lo mismo vale para {count, plural, one {# mensaje anterior} other {# mensajes anteriores}}. /retry los muestra cuando estos se resuelvan.',
  'delivery.sendAgain': 'Reenviar{number}',
  'delivery.arrived': 'Ha llegado{number}',
  'retry.turn': 'Lo intento de nuevo.',
  'retry.delivery': 'Lo envío de nuevo. Si al final había llegado, lo verás dos veces.',
  'retry.nothing': 'No hay nada que reintentar: mi última respuesta se envió.',
  'retry.noSuch': 'No hay ningún mensaje de entrega dudosa con ese número. /retry los muestra.',
  'retry.confirmed': 'Bien. No volveré a preguntar por eso.',
  'retry.edited': '«{quote}» ({day}): lo editaste después de mi respuesta.',
  'retry.answerAgain': 'Responder de nuevo{number}',
  'retry.again': 'Respondo de nuevo. La nueva respuesta sustituye a la anterior.',
  'retry.noEdit': 'No hay ningún mensaje con ese número que se editara después de mi respuesta. /retry los muestra.',
  'stop.done':
    '{stopped, select, yes {Detenido. /retry pregunta otra vez.} other {No hay nada que detener: no estoy escribiendo ninguna respuesta.}}',
  'fresh.done':
    'Aquí empieza un tema nuevo. Los mensajes anteriores se conservan y los busco cuando hacen falta, pero no influyen en lo que escribes ahora.',
  'export.order': 'Indica primero la fecha inicial: /export {from} {to}.',
  'export.directOnly': 'Las exportaciones solo te las envío directamente. Escríbeme primero en un chat directo e inténtalo de nuevo.',
  'export.coming':
    'Tus archivos llegarán enseguida {where, select, here {aquí} other {a nuestro chat directo}}: uno para leer y otro en JSON que otro Throughline puede importar.',
  'export.pending': 'Ya estoy preparando tus archivos. Llegarán enseguida.',
  'export.tooMany': 'Ya pediste {count} exportaciones en una hora, que es el límite. Inténtalo más tarde.',
  'export.onThePage': 'Ambos archivos están en la página web, en Ajustes, Exportar.',
  'export.links': 'Ambos archivos están en la página web: {links}. /web te da un enlace para entrar.',
  'web.none':
    'La página web no tiene dirección pública. El operador de este bot debe poner en WEB_PUBLIC_URL la dirección en la que se puede acceder.',
  'web.link':
    '[Abrir nuestra conversación en la web]({link})\n\nEl enlace da acceso a quien lo abra, una vez, durante {minutes} minutos. No lo compartas.{local, select, yes { Solo se abre en el equipo donde funciona este bot. Para acceder desde otro lugar, define allí WEB_PUBLIC_URL.} other {}}',
  'limit.messages':
    'Enviaste más de {limit} mensajes en un minuto, que es el límite. A partir de este se guardan, pero no se responden. Escribe de nuevo en un minuto.',
  'limit.edits':
    'Ya respondí a {limit} mensajes en un minuto, que es el límite. Tu edición se guarda, pero sin respuesta. /retry ofrece responderla.',
  'limit.tokens':
    'Has alcanzado el límite de {limit, number} tokens al día. Se reinicia a las {time} ({timezone}). Tu mensaje se conserva: envía entonces /retry para que lo responda.',
  'limit.tokensShared':
    'Hoy ya no puedo responderte, porque has alcanzado un límite. Tu mensaje se conserva. Envía /usage para más detalles.',
  'limit.bytes':
    'Tu último mensaje no se guardó, porque con él habrías superado {megabytes} MB en un día, que es el límite. Se reinicia en unas {hours, plural, one {# hora} other {# horas}}.',
  'turn.restarted': 'Esta respuesta se volvió a empezar más abajo.',
}
