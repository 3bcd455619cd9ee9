export const voice = {
  'voice.help': 'Hablar conmigo por teléfono o en el navegador',
  'voice.setting': 'link: vincular tu número de teléfono; pin: definir el PIN que dices en las llamadas',
  'voice.code': 'Seis cifras, u off',
  'calling.help': 'Decir si un número de teléfono es tuyo',
  'voice.none': 'Las llamadas no están configuradas aquí. Quien administra este bot puede hacerlo: véase docs/voice.md.',
  'voice.directOnly': 'Las llamadas solo se preparan en privado. Envíame /voice por mensaje directo.',
  'voice.browser':
    '[Llamarme desde el navegador]({link})\n\nEl enlace funciona una sola vez, durante {minutes} minutos. No lo compartas: quien lo abra llamará en tu nombre.',
  'voice.phone':
    'Por teléfono, llama al **{number}**. `/voice link` vincula tu número y `/voice pin` define el PIN con el que sé que eres tú.',
  'voice.numberCode':
    'Tu código es **{code}**. Llama al **{number}** desde el teléfono que quieres vincular y di el código cifra por cifra. Después de la llamada te preguntaré aquí si el número es tuyo.\n\nEl código funciona una sola vez, durante 10 minutos.',
  'voice.noPhone': 'Aquí no hay un número al que llamar. Envía /voice para llamar desde el navegador.',
  'voice.pinInvalid': 'Un PIN tiene {length} cifras y no es tan fácil como 111111 o 123456. Envíalo así: `/voice pin 274905`.',
  'voice.pinHow':
    'Define un PIN de {length} cifras: `/voice pin 274905`. Dilo en una llamada desde un número vinculado y sabré que eres tú. `/voice pin off` lo elimina.',
  'voice.pinSet':
    'Tu PIN está definido. Dilo cifra por cifra en las llamadas desde un número vinculado. Ahora borra tu mensaje con el PIN, porque yo no puedo borrarlo en todas partes.',
  'voice.pinRemoved':
    'Tu PIN se ha eliminado. Las llamadas desde tus números ya no se guardan, porque no hay otra forma de saber quién llama.',
  'voice.pinExposed': 'Otros pueden haber visto ese PIN, así que no se ha definido. Envíame otro por mensaje directo.',
  'voice.numberQuestion':
    '**¿Es tuyo el {number}?** Tu código se dijo en una llamada desde este número. Si lo confirmas, en las llamadas desde él te saludaré por tu nombre. Para todo lo privado hace falta además tu PIN.',
  'voice.confirm': 'Sí, es mío',
  'voice.decline': 'No es mío',
  'voice.numberLinked':
    '**El {number} está vinculado.** {pin, select, yes {Di tu PIN cuando llames desde él, para que sepa que eres tú.} other {Define ahora el PIN que dirás cuando llames desde él, así sabré que eres tú: envía /voice pin y seis cifras.}}',
  'voice.numberDeclined': 'El {number} no se vinculó.',
  'voice.numberTaken': 'El {number} ya está vinculado a otra persona, que puede desvincularlo con /unlink.',
  'voice.unproven':
    'Alguien llamó desde un número vinculado a ti, pero no oí tu PIN. Un número se puede falsificar, así que no guardé nada de la llamada. La próxima vez, di tu PIN cifra por cifra. `/voice pin` lo define.',
  'voice.unlinkQuestion':
    '¿Desvincular **{account}**? Las llamadas desde ese número se tratarán como las de un desconocido. Las llamadas ya guardadas se quedan en esta conversación.',
  'voice.unlinkYes': 'Desvincular',
  'voice.unlinked': '**{account} ya no está vinculado.** Las llamadas ya guardadas se quedan en esta conversación.',
  'voice.pageTitle': 'Llamada',
  'voice.pageText': 'El enlace funciona una sola vez. La llamada continúa nuestra conversación.',
  'voice.pageCall': 'Empezar la llamada',
  'voice.pageSpent': 'Este enlace ya se usó o ha caducado. Envía /voice para obtener uno nuevo.',
  'page.call': 'Llamada telefónica',
  'page.call.length': '{minutes, plural, =0 {{seconds, plural, one {# segundo} other {# segundos}}} one {# minuto} other {# minutos}}',
  'page.accounts.unlink-number':
    'Las llamadas desde este número se tratarán como las de un desconocido. Las llamadas ya guardadas se quedan en esta conversación.',
}
