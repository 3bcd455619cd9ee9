export const settings = {
  'start.welcome':
    '**¡Hola! Mantengo una sola conversación contigo**, día tras día y desde donde escribas.\n\nEscríbeme sin más. Cada día tiene su resumen, y busco los mensajes anteriores:\n- «¿Qué decidimos la semana pasada?»\n- /summary ayer – el resumen de un día\n- /find palabras – buscar en nuestra conversación\n- /help – todo lo que puedo hacer',
  'start.timezone':
    '**¿En qué zona horaria estás?** Tus días empiezan y terminan según ella. Hasta que elijas, uso {timezone}. Elige una o escríbela: /timezone Región/Ciudad',
  'timezone.other': 'Otra…',
  'start.wrongCode':
    'Ese código de instalación es incorrecto, ya se usó o lo sustituye uno más nuevo, pero no lo necesitas para hablar conmigo: solo escribe.',
  'start.unusedCode':
    'Ese código de instalación es correcto, pero no se usó porque esta cuenta ya tiene su propia conversación. Para que sea del propietario, envía /link en la página o desde la cuenta del propietario y escribe aquí el código que recibas.',
  'start.link':
    'Este enlace une esta conversación con la de la persona que lo creó, y ambas cuentas podrán leerlo todo. Si lo creaste tú desde tu otra cuenta, pulsa Vincular o escribe `/link {code}`. Si no, no hagas nada.',
  'start.linkButton': 'Vincular',
  'help.text':
    'Escríbeme como a un amigo que no olvida nada. Pregunta «¿qué decidimos la semana pasada?» y lo busco.\n\n{commands}\n\nUn día es una fecha como 2026-03-31, hoy, ayer o, por ejemplo, el martes pasado.',
  'timezone.current': 'Tu zona horaria es **{timezone}**. Allí son las {time}. Para cambiarla, escribe /timezone Región/Ciudad.',
  'timezone.default':
    'No has elegido zona horaria, así que uso **{timezone}**. Allí son las {time}. Elige la tuya o escribe /timezone Región/Ciudad.',
  'timezone.set':
    'Tu zona horaria es ahora **{timezone}**, donde son las {time}. {first, select, yes {Todos tus días, también los pasados, empiezan y terminan según ella.} other {Desde ahora, tus días empiezan y terminan según ella. Los días pasados quedan como están.}}',
  'timezone.unknown': 'No existe la zona horaria «{name}». Escríbela como Región/Ciudad, por ejemplo Europe/Madrid o America/Mexico_City.',
  'language.current':
    'Te escribo en **{language}**, {reason, select, locale {como indica tu aplicación} writing {porque es el idioma en que escribes} choice {como elegiste} other {porque aún no sé cuál es tu idioma}}. Para cambiarlo, escribe /language y un idioma.',
  'language.set': 'Ahora te escribo en **{language}**, escribas en el idioma que escribas.',
  'language.unknown':
    'No conozco el idioma «{name}». Usa su nombre o su código, por ejemplo English, inglés o en. Mis propios textos están en estos idiomas: {languages}.',
  'digest.off': 'No envío resúmenes diarios. /summary muestra uno cuando quieras.',
  'digest.on': 'Envío aquí el resumen de cada día cuando termina, pero nunca entre las {from} y las {until}.',
  'digest.at': 'Envío aquí el resumen de cada día al día siguiente a las {time}.',
  'digest.change': '{setting} Para cambiarlo: /digest on, /digest off o una hora como /digest 07:30.',
  'digest.turnOn': 'Activar',
  'digest.turnOff': 'Desactivar',
  'digest.unknown': '«{setting}» no es un ajuste válido. Usa on, off o una hora como 07:30.',
  'command.unknown':
    'No tengo el comando /{name}.{suggestion, select, none {} other { ¿Querías decir /{suggestion}?}} /help muestra los que hay.',
  'command.ownersOnly': 'Solo un propietario de este bot puede hacer eso.',
  'command.noOwnerRights':
    'Esta cuenta no tiene derechos de propietario. Se vinculó a un propietario sin ellos. Usa la cuenta con la que ya eras propietario.',
  'command.missing': 'Escríbelo así: {usage} – {help}.',
  'command.takesNothing': '/{name} no lleva nada detrás: escribe solo /{name}.',
  'command.notAnOption': '«{value}» no es una opción. Elige entre {options}.',
  'command.notADay': 'No entiendo «{value}» como día: escribe AAAA-MM-DD, hoy, ayer o, por ejemplo, el martes pasado o 3 de marzo.',
  'command.notAMessage': 'Escribe el número de un mensaje, como 123 o #123.',
  'command.notANumber': 'Escribe el número como se muestra, por ejemplo 12.',
  'command.failed': 'Algo salió mal por mi parte. El error quedó registrado. Inténtalo de nuevo.',
  'command.privateOnly': 'Solo respondo a este comando en privado. Envíame primero un mensaje directo y vuelve a intentarlo.',
}
