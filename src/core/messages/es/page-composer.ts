import type { pageComposer as english } from '../en/page-composer.ts'

export const pageComposer: Readonly<Record<keyof typeof english, string>> = {
  'page.script.waiting': 'A la espera de enviarse',
  'page.script.discard': 'Descartar',
  'page.error.other-account': 'Ahora hay otra persona conectada en este navegador. Recarga la página.',
  'page.box.attach': 'Adjuntar archivos',
  'page.box.files': 'Archivos adjuntos',
  'page.box.drop': 'Suelta los archivos aquí',
  'page.box.files-limit': 'Un mensaje puede tener {count} archivos, {size} en total.',
  'page.script.remove-file': 'Quitar {name}',
  'page.script.files-gone': 'El navegador ya no tiene los archivos. Adjúntalos de nuevo.',
  'page.offline.title': 'Sin conexión',
  'page.offline.text': 'Ahora no hay conexión. Lo que escribas espera aquí y se envía cuando vuelva la conexión.',
  'page.keys': 'Atajos de teclado',
  'page.keys.send': 'Enviar el mensaje',
  'page.keys.new-line': 'Empezar una línea nueva',
  'page.keys.commands': 'Elegir un comando, con el cuadro vacío',
  'page.keys.edit-last': 'Editar el último mensaje, con el cuadro vacío',
  'page.keys.cancel': 'Cancelar o cerrar',
  'page.keys.control': 'Ctrl',
  'page.keys.shift': 'Mayús',
  'page.keys.escape': 'Esc',
  'page.box.record': 'Grabar una nota de voz',
  'page.script.voice-note': 'Nota de voz',
  'page.script.no-microphone':
    'El navegador no deja que esta página use un micrófono. Permítelo en los ajustes del navegador para este sitio y comprueba que haya uno conectado.',
}
