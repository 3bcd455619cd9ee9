export const channels = {
  'channel.help': 'Para quien gestiona el canal: registrarlo, o dejar de hacerlo; optout es para todos',
  'channel.action': 'on, off, erase, keep, timezone, related, optout u optin; si falta, muestra cómo está',
  'channel.value': 'keep: días, como 90d, o always; timezone: Región/Ciudad; related: #canal o none',
  'summarize.help': 'Resumir lo que se dijo en este canal: /summarize las últimas dos horas',
  'summarize.range': 'Las últimas dos horas, desde el lunes, ayer; si falta, las últimas 24 horas',
  'rebuild.help': 'Para quien gestiona el canal: rehacer todos sus resúmenes',
  'history.help': 'Para quien gestiona el canal: registrar lo que se dijo aquí antes: /history 30d',
  'history.days': 'Hasta dónde volver atrás, como 30d; si falta, 7 días',
  'channel.sharedOnly': 'Este comando es para canales y grupos. Escríbelo allí.',
  'channel.managersOnly': 'Solo quienes gestionan este canal en {platform}, y los propietarios de este bot, pueden hacer eso.',
  'channel.managersUnknown': '{platform} no me ha dicho si gestionas este canal. Inténtalo de nuevo en un momento.',
  'channel.unsupported': 'Los canales de {platform} no se pueden registrar.',
  'channel.neverOn': 'Este canal no se registra. Quienes lo gestionan pueden activarlo con /channel on.',
  'channel.status':
    'Este canal {state, select, on {**se registra**} other {**no se registra** por ahora, pero su registro se conserva}}: {messages, plural, one {# mensaje} other {# mensajes}} y {summaries, plural, one {# resumen} other {# resúmenes}}. La zona horaria es {timezone}. {keep, plural, =0 {Los mensajes se conservan} one {Los mensajes se borran después de # día y sus resúmenes quedan} other {Los mensajes se borran después de # días y sus resúmenes quedan}}.{optedOut, select, yes { No se registra nada de lo que escribes aquí: /channel optin lo cambia.} other { Para que no se registre nada de lo que escribes aquí, envía /channel optout.}}',
  'channel.announcement':
    '**Desde ahora registro este canal**, como me ha pedido {name}: lo que cada persona escribe aquí, cuándo, y con cuántas imágenes y archivos. Así puedo responder como alguien que estuvo presente. Solo lo ven las personas que pueden leer este canal.{days, plural, =0 {} one { También leo lo que se escribió aquí en el último día.} many { También leo lo que se escribió aquí en los últimos # días.} other { También leo lo que se escribió aquí en los últimos # días.}}\n\n- ¿No quieres que te registre? Envía `/channel optout`.\n- `/forget` borra lo que escribiste, y `/export` te lo da, aunque nunca hables conmigo.\n- Para preguntarme algo, mencióname.',
  'channel.on': 'Este canal se registra desde ahora. Se lo he dicho a todos aquí. `/channel off` lo detiene.',
  'channel.alreadyOn': 'Este canal ya se registra. `/channel off` lo detiene.',
  'channel.noAccess':
    'Todavía no puedo leer este canal en {platform}. Añádeme y déjame leer sus mensajes y su historial. Después envía `/channel on` otra vez.',
  'channel.notDelivered':
    'En {platform} solo recibo lo que va dirigido a mí, así que todavía no hay nada que registrar. {remedy} Después envía `/channel on` otra vez.',
  'channel.hint.discord':
    'Activa Message Content para el bot en el portal de desarrolladores de Discord, pon DISCORD_MESSAGE_CONTENT=on y reiníciame.',
  'channel.hint.telegram':
    'Hazme administrador de este grupo, o desactiva mi modo de privacidad con /setprivacy en @BotFather y vuelve a añadirme.',
  'channel.hint.slack': 'Da a la aplicación los permisos y eventos de su manifiesto, vuelve a instalarla e invítame a este canal.',
  'channel.off': 'Ya no registro este canal. Lo registrado se conserva: `/channel on` continúa, y `/channel erase` lo borra.',
  'channel.offNotice': '**Ya no registro este canal.** Lo registrado se conserva, para quienes pueden leer este canal.',
  'channel.alreadyOff': 'Este canal no se registra. Lo registrado se conserva: `/channel erase` lo borra.',
  'channel.erasePreview':
    'Esto borra el registro de este canal para todos: {messages, plural, one {# mensaje} other {# mensajes}} y {summaries, plural, one {# resumen} other {# resúmenes}}. También detiene el registro. Lo que cada persona me dijo queda en su propia conversación. No se puede deshacer.',
  'channel.eraseButton': 'Borrar el registro',
  'channel.erased': 'El registro de este canal se ha borrado, con todos sus resúmenes.',
  'channel.eraseNotice': '**He borrado el registro de este canal** con todos sus resúmenes, y ya no lo registro.',
  'channel.keepForm': 'Escribe un número de días después de keep, como `/channel keep 90d`, o `/channel keep always`.',
  'channel.keep':
    '{days, plural, =0 {Los mensajes de este canal se conservan desde ahora.} one {Los mensajes de este canal se borran después de # día. Sus resúmenes quedan.} other {Los mensajes de este canal se borran después de # días. Sus resúmenes quedan.}}',
  'channel.keepNotice':
    '**{days, plural, =0 {Desde ahora conservo los mensajes de este canal.} one {Borro los mensajes de este canal después de # día. Sus resúmenes quedan.} other {Borro los mensajes de este canal después de # días. Sus resúmenes quedan.}}**',
  'channel.timezone': 'Las horas en los resúmenes de este canal son ahora las de {timezone}.',
  'channel.relatedForm': 'Indica un canal después de related, como `/channel related #otro`, o escribe `/channel related none`.',
  'channel.relatedUnknown':
    'No conozco aquí ningún canal registrado {name}. Debe ser del mismo servidor y estar registrado: envía antes `/channel on` allí.',
  'channel.relatedNotManager': 'Tú no gestionas {name}. Solo puede hacerlo quien gestiona los dos canales.',
  'channel.relatedUnreadable':
    'No todos los que pueden leer este canal pueden leer {name}, o {platform} no me lo dice. Por eso no debo mostrar aquí nada de él.',
  'channel.related': 'Cuando respondo aquí, ahora también conozco los últimos resúmenes de {name}.',
  'channel.relatedNone': 'Cuando respondo aquí, no conozco otros canales.',
  'channel.optout':
    'Desde ahora no se registra nada de lo que escribes en este canal, salvo si me escribes a mí. Lo ya registrado queda: `/forget` lo borra. Si cambias de idea, envía `/channel optin`.',
  'channel.optin': 'Lo que escribes en este canal se registra de nuevo.',
  'summarize.nothing': 'En ese tiempo no se dijo nada en este canal.',
  'summarize.answer': '**{range}**, {messages, plural, one {# mensaje} other {# mensajes}}:\n\n{text}',
  'summarize.partial': 'Esto es solo lo que se dijo desde {from}. Con lo anterior, es demasiado para resumirlo de una vez.',
  'summarize.notATime': 'No entiendo «{text}» como periodo. Escribe, por ejemplo, las últimas dos horas, desde el lunes, o ayer.',
  'summarize.failed': 'No pude hacer el resumen ahora. Inténtalo de nuevo más tarde.',
  'rebuild.started': 'Estoy rehaciendo los resúmenes de este canal en segundo plano. `/rebuild` muestra cuánto lleva.',
  'rebuild.preview':
    '¿Rehacer todos los resúmenes de este canal? Son {windows, plural, one {# media hora} other {# medias horas}} con mensajes y unos {tokens} tokens.',
  'rebuild.button': 'Rehacerlos',
  'channel.notAdmitted': 'Puedes hablar conmigo en este canal. Para esto, pídeme acceso primero: envíame un mensaje directo.',
  'rebuild.progress': 'Se están rehaciendo los resúmenes de este canal: {done} de {total} están listos.',
  'rebuild.nothing': 'Todavía no hay nada que resumir en este canal.',
  'history.form': 'Escribe un número de días, como `/history 30d`. Vuelvo atrás {most} días como máximo.',
  'history.none': '{platform} no deja que los bots lean lo que se dijo antes. {remedy}',
  'history.hint.telegram':
    'Exporta el chat como JSON en la aplicación de Telegram e impórtalo: npx throughline import telegram result.json.',
  'history.started':
    'Estoy leyendo lo que se dijo aquí en {days, plural, one {el último día} other {los últimos # días}}. Sigue en segundo plano. `/history` muestra cuánto lleva.',
  'history.progress':
    'Estoy leyendo lo que se dijo aquí desde el {day}: {messages, plural, one {# mensaje} other {# mensajes}} hasta ahora.',
  'history.done':
    'He leído lo que se dijo aquí antes: {messages, plural, =0 {no faltaba nada} one {faltaba # mensaje} other {faltaban # mensajes}}.',
  'exportFile.channel': 'El registro de {name}',
  'exportFile.channelSummaries': 'Resúmenes',
}
