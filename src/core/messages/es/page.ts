import type { PageMessages } from '../en/page.ts'
import { joinMessages } from '../join-messages.ts'
import { pageChannels } from './page-channels.ts'
import { pageComposer } from './page-composer.ts'
import { pageConversation } from './page-conversation.ts'
import { pageFirstVisit } from './page-first-visit.ts'
import { pageLoops } from './page-loops.ts'
import { pageSettings } from './page-settings.ts'

export const page: PageMessages = joinMessages(pageChannels, pageComposer, pageConversation, pageFirstVisit, pageLoops, pageSettings, {
  'page.skip': 'Ir {section, select, continuous {a la conversación} other {al contenido}}',

  'page.sections': 'Secciones',

  'page.continuous': 'Chat',

  'page.memory': 'Memoria',

  'page.settings': 'Ajustes',

  'page.time.now': 'ahora mismo',

  'page.size': '{unit, select, byte {{size, plural, one {# byte} other {# bytes}}} kilobyte {{size, number} KB} other {{size, number} MB}}',

  'page.you': 'Tú',

  'page.signed-out.title': 'Inicia sesión con un enlace',
  'page.signed-out.text': 'Abre esta página con tu enlace personal de acceso.',
  'page.signed-out.here': 'En este equipo, Throughline muestra el enlace en su terminal cada vez que se inicia.',
  'page.signed-out.elsewhere':
    'En cualquier otro sitio, envía `/web` al bot, por ejemplo en Telegram. Te responde con un enlace que funciona una vez, durante 15 minutos.',

  'page.sign-in.text': 'Este enlace abre tu conversación con Throughline en este navegador. Sirve una vez.',
  'page.sign-in.again': 'Si ya no funciona, envía `/web` al bot para recibir otro.',
  'page.sign-in.button': 'Iniciar sesión',

  'page.spent.title': 'Este enlace ya no funciona',
  'page.spent.text': 'Un enlace de acceso funciona una vez y caduca. Este ya se usó o ha caducado.',
  'page.spent.new': 'Para conseguir otro, envía `/web` al bot, o reinicia Throughline y abre el enlace que muestra.',
  'page.spent.open': '¿Ya has iniciado sesión? Abre tu conversación.',

  'page.error.title': 'No ha funcionado',
  'page.error.back': 'Volver a la conversación',
  'page.error.not-found': 'Esta página no existe, o no tienes acceso a ella.',
  'page.error.signed-out': 'No has iniciado sesión. Abre primero un enlace de acceso.',
  'page.error.ours': 'Algo ha fallado. No se ha perdido nada. Inténtalo de nuevo en un momento.',
  'page.error.unreadable': 'No se pudo leer la petición. Recarga la página e inténtalo de nuevo.',
  'page.error.too-long': 'Es demasiado largo para enviarlo de una vez. Acórtalo o envíalo por partes.',
  'page.error.media-type': 'Aquí solo se aceptan JSON y formularios.',
  'page.error.format': 'El formato de la petición no es válido.',
  'page.error.other-site': 'La petición venía de otro sitio y se rechazó. Abre esta página directamente e inténtalo de nuevo.',
  'page.error.other-site-live': 'La conexión venía de otro sitio y se rechazó.',
  'page.error.other-address': 'Esta página tiene otra dirección. Abre {address}, la dirección de WEB_PUBLIC_URL.',
  'page.error.unknown-address': 'Esta página tiene otra dirección. Abre la que se muestra al iniciar, o define WEB_PUBLIC_URL.',
  'page.error.searches':
    'Demasiadas búsquedas: se permiten {points, number} por minuto como máximo. {seconds, plural, one {Inténtalo de nuevo en # segundo.} other {Inténtalo de nuevo en # segundos.}}',
  'page.error.sign-ins':
    'Demasiados intentos de iniciar sesión desde tu dirección: se permiten {points, number} por minuto como máximo. {seconds, plural, one {Inténtalo de nuevo en # segundo.} other {Inténtalo de nuevo en # segundos.}}',
  'page.error.connections':
    'Este navegador tiene {points, number} páginas abiertas, que es el límite. Cierra algunas. {seconds, plural, one {Inténtalo de nuevo en # segundo.} other {Inténtalo de nuevo en # segundos.}}',
  'page.error.date': '«{text}» no es una fecha: escríbela como AAAA-MM-DD, por ejemplo 2026-11-21.',
  'page.error.month': '«{text}» no es un mes: escríbelo como AAAA-MM, por ejemplo 2026-11.',
  'page.error.date-order': 'El primer día, {from}, es posterior al último, {to}. Intercámbialos.',
  'page.error.timezone': 'Eso no es una zona horaria. Escríbela como Área/Ciudad, por ejemplo Europe/Madrid.',
  'page.error.language': 'Esta página no existe en ese idioma. Elige uno de la lista.',
  'page.error.messages': 'Indica uno de estos: around=<message id>, before=<message id> o since=<change>.',
  'page.error.position': 'before: no es una posición de la lista. Abre /memory/ para empezar desde el principio.',
  'page.error.context-gone': 'Esta información solo se guarda de las respuestas recientes.',
  'page.error.access-request': 'Ninguna solicitud pendiente tiene este código: ya se respondió o tiene más de un día.',
  'page.error.link-code': 'Un código se parece a K7QF-2MXD. Envía /link desde tu otra cuenta para conseguir uno.',
  'page.error.message-empty': 'un mensaje necesita texto',
  'page.error.message-length': 'un mensaje puede tener 16.000 caracteres; envíalo por partes',
  'page.error.query-empty': 'escribe qué quieres buscar',
  'page.error.query-length': 'una búsqueda puede tener 500 caracteres',
  'page.error.server-address': 'hace falta una dirección con su versión y sin contraseña, por ejemplo http://127.0.0.1:11434/v1',
  'page.error.model-name': 'hace falta el nombre de un modelo',
  'page.error.key': 'hace falta una clave de letras, cifras y signos, sin espacios',

  'page.script.lost': 'Se perdió la conexión; reintentando…',
  'page.script.signed-out': 'Has cerrado la sesión. Abre un nuevo enlace de acceso para continuar.',
  'page.script.sending': 'Enviando…',
  'page.script.sent': 'Enviado',
  'page.script.not-sent': 'No se ha enviado.',
  'page.script.again': 'Reintentar',
  'page.script.unreachable': 'No se puede conectar con el servidor.',
  'page.script.failed': 'No ha funcionado. Inténtalo de nuevo en un momento.',
  'page.script.loading': 'Cargando…',
  'page.script.not-loaded': 'No se pudo cargar. Ciérralo y ábrelo de nuevo.',
  'page.script.search': 'Búsqueda: «{words}»',
  'page.script.moment': 'Un momento…',
  'page.script.rewriting': 'Reescribiendo…',
  'page.script.still-rewriting': 'Se está escribiendo. Aparecerá aquí.',
  'page.script.not-rewritten': 'No se pudo reescribir el resumen. El último sigue igual.',
  'page.script.rewritten': 'Reescrito.',
  'page.script.copied': 'Copiado.',
  'page.script.not-copied': 'No se pudo copiar.',
})
