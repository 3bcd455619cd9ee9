export const accounts = {
  'account.on': '{name} en {platform}',
  'account.someone': 'Alguien',
  'account.an': 'Una cuenta',
  'account.party': '**{name}**{handle} en {platform}, {since, select, none {nuevo para mí} other {en contacto conmigo desde el {since}}}',
  'accounts.line': '**{id}** · {account}, desde el {day}{here, select, yes { (esta)} other {}}',
  'accounts.list': '{accounts}\n\n/link añade otra cuenta{canUnlink, select, yes {, /unlink desvincula una} other {}}.',
  'unlink.noSuch': 'No tienes ninguna cuenta con ese número que se pueda desvincular. /accounts muestra tus cuentas.',
  'unlink.onlyOne': 'No hay ninguna cuenta que desvincular: esta es la única y la conversación le pertenece.',
  'unlink.which': '¿Cuál?\n\n{accounts}',
  'unlink.question':
    '¿Desvincular **{account}**? Tendrá su propia conversación. {canStay, select, yes {Sus mensajes y mis respuestas se quedan en esta o se van con la cuenta.} other {Sus mensajes y mis respuestas se van con la cuenta, porque se vincularon hace menos de 7 días.}}',
  'unlink.stay': 'Desvincular, mensajes aquí',
  'unlink.move': 'Desvincular con mensajes',
  'unlink.ownerOnly': 'Solo una cuenta con derechos de propietario puede desvincular otra que los tiene. Usa esa cuenta.',
  'unlink.mustMove': 'Estas cuentas se vincularon hace menos de 7 días, así que los mensajes de la otra cuenta se van con ella.',
  'unlink.done':
    '**{account} ya no está vinculada.** {moved, select, yes {Sus mensajes y las respuestas se fueron con ella.} other {Sus mensajes anteriores se quedan en esta conversación.}} Los nuevos no aparecen aquí.',
  'unlink.newConversation':
    '**Esta cuenta ya no está vinculada.** {moved, select, yes {Sus mensajes y las respuestas vinieron con ella.} other {Tu próximo mensaje empieza aquí una conversación nueva. Los anteriores se quedan en la conversación a la que estaba vinculada.}}',
  'unlink.ownerNotice': '**{account}** se desvinculó y ahora es independiente. Conserva su acceso, aunque lo obtuviera por la vinculación.',
  'link.code.created':
    'Tu código es **{code}**. Desde tu otra cuenta, escríbeme directamente: `/link {code}`. Después ambas cuentas confirman que eres tú.',
  'link.useLink': 'En {platform}, usa mejor [este enlace]({url}).',
  'link.once':
    'Funciona una vez, durante 10 minutos. No lo compartas: ambas cuentas tendrán una sola conversación y cada una podrá leerlo todo.',
  'link.notACode': 'Un código es como K7QF-2MXD. Envía /link en tu otra cuenta para obtener uno y escríbelo aquí después de /link.',
  'link.wrongCode':
    'Ese código no funciona: es incorrecto, ya se usó o tiene más de 10 minutos. Envía /link en tu otra cuenta para obtener uno nuevo.',
  'link.lastWrongCode': '{text} Ese fue el último intento que acepto en una hora.',
  'link.tooManyAttempts': 'Has introducido demasiados códigos incorrectos. Inténtalo dentro de una hora.',
  'link.ownCode': 'Ese código es de esta conversación, en la que ya estás. Introdúcelo en la cuenta que quieres añadir.',
  'link.noRights':
    'Esta cuenta está vinculada a un propietario y no tiene sus derechos. Solo una cuenta con derechos de propietario puede vincularse a otra. Usa esa cuenta.',
  'link.rightsChanged':
    'Los derechos de propietario de una de estas cuentas cambiaron, o se vinculó a un propietario, así que no se vinculó nada. Pide un código nuevo con /link.',
  'link.directOnly': 'Las cuentas se vinculan solo en privado. Envíame /link por mensaje directo.',
  'link.exposedCode': '{text} Otros pueden haber visto ese código, así que ya no funciona. Pide uno nuevo.',
  'link.movedElsewhere': 'Una de estas cuentas acaba de cambiar en otro lugar. Inténtalo de nuevo.',
  'link.becameUser': 'Esa cuenta acaba de hacerse independiente. Confirma una vez más.',
  'link.noSuchRequest': 'Esta solicitud ya no está pendiente o no es para esta cuenta.',
  'link.nothingToUndo': 'No hay nada que deshacer: las cuentas están separadas o se vincularon hace más de 7 días.',
  'link.undoOwnerOnly': 'Solo una cuenta con derechos de propietario puede separar otra que los tiene. Usa esa cuenta.',
  'link.entered': '{party}, introdujo tu código.',
  'link.createdBy': 'Este código lo creó {party}.',
  'link.isThatYou': '**¿Eres tú?**',
  'link.consequence': 'Si ambas cuentas confirman, comparten una sola conversación y cada una puede leerlo todo.',
  'link.turn':
    '{final, select, yes {La otra cuenta ha confirmado, así que tu respuesta decide.} other {Si confirmas, pregunto también a la otra cuenta.}}',
  'link.ownership':
    '{owner, select, yes {Eres propietario de este bot. La otra cuenta no recibe esos derechos, salvo que decidas compartirlos.} other {La otra cuenta es propietaria de este bot. Ella decide, y no recibes esos derechos salvo que los comparta.}}',
  'link.deadline': 'Tienes 10 minutos. Si no eres tú, elige No.',
  'link.yes': 'Sí, soy yo',
  'link.yesAsOwner': 'Sí, con mis derechos',
  'link.no': 'No, no soy yo',
  'link.notMe': 'No soy yo',
  'link.withdraw': 'Retirar',
  'link.askedFirst': '{start} He preguntado allí primero. Cuando se confirme allí, te pregunto también aquí. {consequence}',
  'link.confirmedFirst': 'Confirmado. Ahora he preguntado a {party}. Quedarán vinculadas cuando se confirme allí, en 10 minutos.',
  'link.failedAttempt':
    '{account} introdujo un código tuyo que ya no funciona. No se vinculó nada. Si fuiste tú, pide un código nuevo con /link.',
  'link.noRightsAttempt': '{account} introdujo tu código, pero esa cuenta no se puede vincular a otra. No se vinculó nada.',
  'link.exposedAttempt':
    '{account} publicó tu código donde otros pueden leerlo. No se vinculó nada y el código ya no funciona. Pide uno nuevo con /link.',
  'link.linked':
    '**Vinculado con {account}.** Desde ahora tienes una sola conversación en ambas y respondo donde preguntes. /accounts muestra tus cuentas y /unlink desvincula una.{undo, select, yes { Puedes deshacerlo durante 7 días: cada una recupera sus propios mensajes.} other {}}',
  'link.undone':
    '**Se deshizo la vinculación.** Vuelves a tener tu propia conversación, con los mensajes que escribiste en este lado y sus respuestas.',
  'link.declined': '{account} lo rechazó. No se vinculó nada.',
  'link.youDeclined':
    '{account} no se vinculó. Si no sabes quién es, no hay nada que hacer: nada se vincula sin que ambas partes lo confirmen.',
  'link.expired': 'La solicitud de vincular a {account} no se confirmó en 10 minutos. No se vinculó nada.',
  'link.ownerUndoNotice':
    '**{accounts}** vuelve a ser independiente, porque se deshizo una vinculación. Conserva su acceso, se aprobara antes o lo obtuviera por la vinculación.',
  'link.deletionRunning': 'Se está borrando algo en una de estas conversaciones. Inténtalo dentro de unos minutos.',
}
